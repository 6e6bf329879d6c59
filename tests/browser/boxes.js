// What is wrong with the boxes of a table: text too small, cut or covered, and whatever must be in sight and is not.
(() => {
  const SMALLEST = 12; // px
  const SLACK = 2;

  const troubles = [];
  const isSeen = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    });
  const isHidden = (element) =>
    element.closest(".hidden, .side, dialog, datalist, svg");
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const name = (element, text) =>
    `${text.slice(0, 40)} (${element.className || element.tagName})`;

  function scaleOf(element) {
    const piece = element.closest("[data-piece]");
    return piece ? Number(piece.style.getPropertyValue("--scale")) || 1 : 1;
  }

  function texts() {
    const walker = document.createTreeWalker(
      document.querySelector("#app"),
      NodeFilter.SHOW_TEXT,
    );
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      const text = node.textContent.trim();
      if (!text || !element || isHidden(element) || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isMarked =
        style.position === "absolute" && style.clipPath !== "none";
      if (rect.width && rect.height && !isMarked)
        found.push({ element, text, rect });
    }
    return found;
  }

  function inView(element, what) {
    const rect = element.getBoundingClientRect();
    const isIn =
      rect.left >= -SLACK &&
      rect.top >= -SLACK &&
      rect.right <= innerWidth + SLACK &&
      rect.bottom <= innerHeight + SLACK;
    if (!isIn)
      troubles.push(
        `${what} is not in sight: ${[rect.left, rect.top, rect.right, rect.bottom].map(Math.round)}`,
      );
  }

  /** Whether a text is wholly out of its frame, as a line that there is no room for. */
  function isOut({ element, rect }) {
    for (let box = element; box && box.id !== "app"; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === "visible") continue;
      const frame = box.getBoundingClientRect();
      return (
        rect.top >= frame.bottom - SLACK || rect.left >= frame.right - SLACK
      );
    }
    return false;
  }

  const all = texts().filter((one) => !isOut(one));
  for (const { element, text, rect } of all) {
    const size =
      parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    if (size < SMALLEST - 0.1)
      troubles.push(`${size.toFixed(1)} px: ${name(element, text)}`);
    for (let box = element; box && box.id !== "app"; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowX === "visible" && style.overflowY === "visible")
        continue;
      const frame = box.getBoundingClientRect();
      const isCut =
        rect.right > frame.right + SLACK ||
        rect.bottom > frame.bottom + SLACK + 2 ||
        rect.left < frame.left - SLACK;
      if (isCut)
        troubles.push(
          `cut by ${box.className || box.tagName}: ${name(element, text)}`,
        );
      break;
    }
  }

  const pieces = [...document.querySelectorAll("[data-piece]:not(.leaving)")];
  const words = all.filter(
    ({ element }) =>
      element.closest("[data-tells], .head, .prompt") &&
      !element.closest("[data-piece]"),
  );
  for (const { element, text, rect } of words)
    for (const piece of pieces)
      if (
        !piece.closest(".prompt") &&
        meet(rect, piece.getBoundingClientRect())
      )
        troubles.push(
          `covered by ${piece.dataset.piece}: ${name(element, text)}`,
        );

  if (document.documentElement.scrollHeight > innerHeight + SLACK)
    troubles.push("the page scrolls");
  if (document.documentElement.scrollWidth > innerWidth + SLACK)
    troubles.push("the page scrolls sideways");
  inView(document.querySelector("[data-testid=prompt]"), "the prompt");
  for (const piece of document.querySelectorAll("[data-piece].hand")) {
    inView(piece, piece.dataset.piece);
    if (!piece.querySelector("img"))
      troubles.push(`${piece.dataset.piece} has no face`);
  }
  if (document.querySelector(".stage .stage, .felt .stage")?.clientWidth > 1400)
    troubles.push("the board is too wide");
  return [...new Set(troubles)];
})();
