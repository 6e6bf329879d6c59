// In the pseudo-language every letter of a text for people is accented. Whatever comes onto the page in plain ones, for
// however short a time, was not taken from a catalogue, and is said on the console, where a window's guard hears it.
(() => {
  // The same in every language: titles of games, and what data files and people are called.
  const KEPT = new RegExp(`(?<!\\w)(${NAMES.map((name) => name.replace(/[^\w ]/g, "\\$&")).join("|")})(?!\\w)`, "g");
  // Codes that people compare: a call's groups, the beginning of a promise, a table's id; what a record writes of a deal;
  // and options as they are typed.
  const CODES = /\b[A-Z]{4}( [A-Z]{4}){2}\b|\b[0-9a-f]{8}…|\babc123\b|(?<=\d: )(start|shuffle|deal|agendas|pile|begin)\b[\w ]*|\b[a-z_]+=\w*/g;
  const UNSAID = "[translate=no], code, pre, script, style, noscript, textarea, time"; // a time is the browser's own
  const ATTRIBUTES = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"];
  const WORD = /[A-Za-z]{2,}/; // one letter names a colour or a card
  const told = new Set();

  function check(text, where, what) {
    if (!text || !WORD.test(text) || where.closest(UNSAID)) return;
    const left = text.replace(KEPT, "").replace(CODES, "");
    const english = left.match(WORD)?.[0];
    if (!english || told.has(text)) return;
    told.add(text);
    console.error(`plain English in ${what} of ${where.localName}.${where.className}: ${english}: ${text}`);
  }

  function read(node) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.parentElement) check(node.data, node.parentElement, "the text");
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const name of ATTRIBUTES) check(node.getAttribute(name), node, name);
      for (const child of node.childNodes) read(child);
    }
  }

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) (addedNodes.length ? [...addedNodes] : [target]).forEach(read);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ATTRIBUTES });
})();
