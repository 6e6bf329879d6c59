// What is wrong with the boxes of a page: text that is cut, covered, too small or out of the window, cards without a
// face or with a hidden corner, a prompt or a hand out of sight, a page that scrolls though it must not.
//
// `boxes(inside, isTable)`: all that stands in the elements of that selector; of a table also what belongs to it.
window.boxes ??= (() => {
  const SMALLEST = 12; // px
  const SLACK = 2; // px
  const ASCENT = 4; // px: a line's box is taller than its letters
  const SHARES = [0.06, 0.28, 0.5, 0.72, 0.94];
  const WIDEST = 1400; // px of a board

  // Points must meet whatever is seen there, pressable or not.
  const everything = new CSSStyleSheet();
  everything.replaceSync("* { pointer-events: auto !important; }");

  const nameOf = (element, text = element.textContent.trim()) =>
    `"${text.slice(0, 40)}" in ${element.localName}.${String(element.className.baseVal ?? element.className).replace(/s(velte)?-\S+/g, "").trim()}`;

  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(".hidden, datalist, option, .leaving");

  /** What was found out of an element while a page is measured: most elements are asked about again and again. */
  const known = new Map();

  const once = (name, find) => (element) => {
    const found = known.get(element) ?? {};
    known.set(element, found);
    return (found[name] ??= find(element));
  };

  /** By how much all that an element lies in is scaled. */
  const scaleOf = once("scale", (element) => {
    if (element.ownerSVGElement) return element.getScreenCTM().a;
    const { transform } = getComputedStyle(element);
    const { a, b } = transform === "none" ? { a: 1, b: 0 } : new DOMMatrix(transform);
    return Math.hypot(a, b) * (element.parentElement ? scaleOf(element.parentElement) : 1);
  });

  /** How an element shows what does not fit into it, and where it lies. */
  const frameOf = once("frame", (element) => {
    const style = getComputedStyle(element);
    const { display, overflowX, overflowY, textOverflow } = style;
    const isBox = display !== "contents" && display !== "inline";
    return {
      isBox,
      overflowX,
      overflowY,
      textOverflow,
      margin: (parseFloat(style.overflowClipMargin) || 0) * (isBox ? scaleOf(element) : 1),
      ...element.getBoundingClientRect().toJSON(),
    };
  });

  function textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      const text = node.textContent.trim();
      if (!text || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1 && line.height > 1);
      if (!lines.length) continue;
      const one = { element, text, lines };
      found.push({ ...one, cut: cutOf(one) });
    }
    return found;
  }

  const clips = (style, side) => style[`overflow${side}`] === "hidden" || style[`overflow${side}`] === "clip";
  const scrolls = (style, side) => style[`overflow${side}`] === "auto" || style[`overflow${side}`] === "scroll";

  /** How an element around a text hides some of it, or "" where none does; `beyond` can be reached by scrolling. */
  function cutOf({ element, lines }) {
    const beyond = { X: false, Y: false };
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const frame = frameOf(box);
      const { margin } = frame;
      if (!frame.isBox) continue;
      for (const line of lines) {
        const isWide = line.left < frame.left - margin - SLACK || line.right > frame.right + margin + SLACK;
        const isTall = line.top < frame.top - margin - ASCENT || line.bottom > frame.bottom + margin + ASCENT;
        if (isWide && clips(frame, "X") && !beyond.X) return `cut sideways by ${nameOf(box)}`;
        if (isTall && clips(frame, "Y") && !beyond.Y) return `cut by ${nameOf(box)}`;
      }
      if (frame.textOverflow === "ellipsis" && clips(frame, "X") && box.scrollWidth > box.clientWidth + 1 && !beyond.X)
        return `shortened by ${nameOf(box)}`;
      if (scrolls(frame, "X")) beyond.X = true;
      if (scrolls(frame, "Y")) beyond.Y = true;
    }
    return "";
  }

  /** Whether some element around it can be scrolled to it, and has not been. */
  function isScrolledAway(element, x, y) {
    for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
      const frame = frameOf(box);
      if (!scrolls(frame, "Y") && !scrolls(frame, "X")) continue;
      if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return true;
    }
    return false;
  }

  const alphaOf = (colour) => {
    const parts = colour.match(/[\d.]+/g) ?? [];
    if (colour === "transparent") return 0;
    return colour.includes("/") || parts.length > 3 ? Number(parts.at(-1)) : 1;
  };

  /** Whether one sees nothing, or little, through an element. */
  const hides = once("hides", (element) => {
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (Number(style.opacity) < 0.2) return false;
    if (element.matches("img, svg *, canvas, input, video")) return true;
    return alphaOf(style.backgroundColor) > 0.3 || style.backgroundImage !== "none";
  });

  /** What lies over a text at a point; null where nothing does. */
  function coverAt(element, x, y) {
    const piece = element.closest("[data-piece]");
    for (const other of document.elementsFromPoint(x, y)) {
      if (other === element || other.contains(element) || element.contains(other)) return null;
      if (piece && other.closest("[data-piece]") === piece) continue;
      if (hides(other)) return other;
    }
    return null;
  }

  function inWindow(rect) {
    return rect.left >= -SLACK && rect.top >= -SLACK && rect.right <= innerWidth + SLACK && rect.bottom <= innerHeight + SLACK;
  }

  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > ASCENT;

  function judge(one, isFixed) {
    const { element, text, lines, cut } = one;
    const troubles = [];
    const size = parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    if (size < SMALLEST - 0.05) troubles.push(`${size.toFixed(1)} px: ${nameOf(element, text)}`);
    const head = element.closest(".head");
    const panel = head?.getBoundingClientRect();
    if (panel && lines.some((line) => line.bottom > panel.bottom + ASCENT || line.right > panel.right + SLACK))
      troubles.push(`${nameOf(element, text)} hangs out of ${nameOf(head)}`);
    if (cut) troubles.push(`${nameOf(element, text)} is ${cut}`);
    for (const line of cut ? [] : lines) {
      const y = line.top + line.height / 2;
      for (const share of SHARES) {
        const x = line.left + share * line.width;
        if (isScrolledAway(element, x, y)) continue;
        const isIn = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
        if (!isIn) {
          if (isFixed || x < 0 || x >= innerWidth) troubles.push(`${nameOf(element, text)} is out of the window`);
          continue;
        }
        const cover = coverAt(element, x, y);
        if (cover) {
          const piece = cover.closest("[data-piece]");
          troubles.push(`${nameOf(element, text)} is covered by ${piece ? piece.dataset.piece : nameOf(cover)}`);
          break;
        }
      }
    }
    return troubles;
  }

  /** The middle of what two boxes share. */
  const middleOf = (a, b) => [
    (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2,
    (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2,
  ];

  /** Texts that run into each other. */
  function collisions(texts) {
    const troubles = [];
    const all = texts.flatMap((one) => (one.cut ? [] : one.lines.map((line) => ({ ...one, line }))));
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        if (one.element === other.element || !meet(one.line, other.line)) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const point = middleOf(one.line, other.line);
        const isApart = [one, other].some(({ element }) => isScrolledAway(element, ...point) || coverAt(element, ...point));
        if (isApart) continue;
        troubles.push(`${nameOf(one.element, one.text)} runs into ${nameOf(other.element, other.text)}`);
      }
    return troubles;
  }

  /** Of a card in a crowd only the colour is seen; its seat's panel opens it larger. */
  const isBare = (piece) => !piece.querySelector("img") && !piece.querySelector(".lift").textContent.trim();

  /** Where the index of each card stands, however it is turned; all at once, for each change costs a layout. */
  function corners(pieces) {
    const probes = pieces.map((piece) => {
      const probe = document.createElement("i");
      probe.style.cssText = "position:absolute;left:11%;top:9%;width:1px;height:1px";
      (piece.querySelector(".lift") ?? piece).append(probe);
      return probe;
    });
    const found = probes.map((probe) => probe.getBoundingClientRect());
    for (const probe of probes) probe.remove();
    return found;
  }

  /** Cards whose face is not drawn, or whose upper left corner, where the index stands, lies under something. */
  function cards() {
    const troubles = [];
    const shapes = new Map((window.heard?.scene?.zones ?? []).map((zone) => [zone.id, zone.shape]));
    const drawn = [...document.querySelectorAll("[data-piece].card:not(.leaving, .tiny)")];
    const shown = drawn.filter((piece) => piece.getAttribute("aria-hidden") !== "true");
    for (const piece of shown) {
      const isHand = piece.classList.contains("hand");
      if (isHand && !piece.querySelector("img")) troubles.push(`${piece.dataset.piece} has no face`);
      if (isHand && !inWindow(piece.getBoundingClientRect())) troubles.push(`${piece.dataset.piece} is out of the window`);
    }
    const indexed = shown.filter((piece) => !isBare(piece) && shapes.get(piece.dataset.zone) !== "pile");
    for (const [at, { left, top }] of corners(indexed).entries()) {
      const piece = indexed[at];
      const above = document.elementsFromPoint(left, top).find((one) => hides(one));
      if (above && !piece.contains(above) && !above.contains(piece))
        troubles.push(`the corner of ${piece.dataset.piece} lies under ${above.closest("[data-piece]")?.dataset.piece ?? nameOf(above)}`);
    }
    return troubles;
  }

  function table() {
    const troubles = [];
    const prompt = document.querySelector("[data-testid=prompt]");
    for (const part of prompt ? [prompt, ...document.querySelectorAll(".prompt .buttons .button")] : []) {
      if (!inWindow(part.getBoundingClientRect())) troubles.push(`${nameOf(part)} is out of the window`);
    }
    for (const tile of document.querySelectorAll("[data-piece].hand:not(.card, .leaving)"))
      if (!inWindow(tile.getBoundingClientRect())) troubles.push(`${tile.dataset.piece} is out of the window`);
    for (const turner of document.querySelectorAll(".turner"))
      for (const piece of document.querySelectorAll("[data-piece]:not(.leaving)"))
        if (meet(turner.getBoundingClientRect(), piece.getBoundingClientRect()))
          troubles.push(`${nameOf(turner)} lies over ${piece.dataset.piece}`);
    for (const tip of document.querySelectorAll("[role=note] p"))
      if (tip.scrollHeight > tip.clientHeight + 1) troubles.push(`${nameOf(tip)} has to be scrolled`);
    if (document.documentElement.scrollHeight > innerHeight + SLACK) troubles.push("the page scrolls");
    if (document.querySelector(".felt .stage")?.clientWidth > WIDEST) troubles.push("the board is too wide");
    return troubles;
  }

  return (inside, isTable) => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, everything];
    try {
      const roots = [...document.querySelectorAll(inside)];
      const texts = roots.flatMap(textsIn);
      const troubles = [...texts.flatMap((one) => judge(one, isTable)), ...collisions(texts)];
      if (!roots.length) troubles.push(`there is no ${inside}`);
      if (isTable) troubles.push(...table(), ...cards());
      if (document.documentElement.scrollWidth > innerWidth + SLACK) troubles.push("the page scrolls sideways");
      return [...new Set(troubles)];
    } finally {
      known.clear();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== everything);
    }
  };
})();
