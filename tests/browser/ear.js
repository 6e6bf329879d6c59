// What a table's page is told and what it sends, for the tests: they play by the paths that the server offers.
(() => {
  const heard = { phase: "", you: null, chairs: [], scene: null, number: 0, undo: false, plays: 0, begins: null, offset: 0, shift: 0 };
  const asked = new Set();
  const sockets = [];
  let drawing = 0; // scenes that the page was told and draws in its next frame
  window.heard = heard;

  function merged(common, own) {
    const zones = new Map();
    for (const part of [common, own]) for (const zone of part?.zones ?? []) zones.set(zone.id, zone);
    const over = (name) => (own?.[name]?.length ? own[name] : (common?.[name] ?? []));
    const names = ["paths", "buttons", "panels", "prompt"];
    return { zones: [...zones.values()], ...Object.fromEntries(names.map((name) => [name, over(name)])) };
  }

  function hearScene(message) {
    heard.scene = merged(message.public, message.own);
    heard.undo = message.undo ?? false;
    heard.number = message.number ?? heard.number;
    drawing += 1;
    requestAnimationFrame(() => setTimeout(() => (drawing -= 1)));
  }

  function hear(message) {
    if (message.public) hearScene(message);
    if (message.type === "welcome") heard.you = message.you;
    if (message.type === "answer") asked.delete(message.id);
    const table = message.table;
    if (!table) return;
    heard.phase = table.phase;
    heard.chairs = table.chairs;
    heard.begins = table.begins_at ?? null;
    heard.result = table.result ?? null;
    heard.offset = table.at - performance.now();
  }

  function note(message) {
    if (message.type !== "play" || asked.has(message.id)) return;
    asked.add(message.id);
    heard.plays += 1;
  }

  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      sockets.push(this);
      this.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    }
    send(text) {
      note(JSON.parse(text));
      super.send(text);
    }
  };

  const hasBegun = () => heard.begins === null || performance.now() + heard.offset >= heard.begins;
  heard.isOver = () => heard.phase === "over";
  heard.isReady = () => heard.phase === "playing" && !!heard.scene?.paths.length && !asked.size && !drawing && hasBegun();
  heard.isOthers = () => {
    const inTurn = (heard.scene?.panels ?? []).filter((panel) => panel.lit?.includes("turn")).map((panel) => panel.seat);
    return inTurn.some((seat) => seat !== heard.you && heard.chairs[seat]?.who === "person");
  };

  /** Give what the condition gives as soon as that is something, and null when it takes too long. */
  heard.until = (condition, patience) =>
    new Promise((resolve) => {
      const end = performance.now() + patience;
      const look = () => {
        const found = condition();
        if (found || performance.now() > end) resolve(found || null);
        else setTimeout(look, 20);
      };
      look();
    });

  heard.now = () => ({
    isReady: heard.isReady(),
    isOver: heard.isOver(),
    number: heard.number,
    paths: heard.scene?.paths ?? [],
  });

  /** All that led to the own turn has been shown, too. */
  heard.isShown = () => heard.isReady() && document.querySelector(".prompt.mine") !== null;

  /** Nothing moves or fades that will ever stop. */
  heard.isStill = () =>
    document
      .getAnimations()
      .every((one) => one.playState === "finished" || one.effect.getComputedTiming().endTime === Infinity);

  /** A piece has been picked up by a first tap. */
  heard.isArmed = () => document.querySelector(".piece.armed") !== null;

  // --- where pieces are on the screen --------------------------------------------------------------------------------

  const pieces = () => (heard.scene?.zones ?? []).flatMap((zone) => zone.pieces ?? []);
  const drawn = () => [...document.querySelectorAll("[data-piece]")];

  /** The nodes that can be picked as this id: the piece of that name, and its copies. */
  heard.nodes = (id) => {
    const ids = new Set(pieces().filter((piece) => (piece.like || piece.id) === id).map((piece) => piece.id));
    return drawn().filter((node) => ids.has(node.dataset.piece) && node.getAttribute("aria-hidden") !== "true");
  };

  /** Whoever wants to act has read how the round before ended. */
  heard.goOn = () => document.querySelector(".room:not(.aside) [data-sums] .button")?.click();

  const SHARES = [0.5, 0.3, 0.7, 0.15, 0.85, 0.06, 0.94];

  const isMoving = (node) =>
    node.classList.contains("entering") ||
    node
      .getAnimations({ subtree: true })
      .some((one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity);

  /** A point where a press meets the piece and nothing that lies on it, once the piece has come to rest. */
  heard.point = (id) => {
    const nodes = heard.nodes(id);
    if (!nodes.length) heard.goOn();
    if (nodes.some(isMoving)) return null;
    for (const node of nodes) {
      const box = node.getBoundingClientRect();
      for (const down of SHARES) {
        for (const right of SHARES) {
          const x = box.x + right * box.width;
          const y = box.y + down * box.height;
          const isInside = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
          if (isInside && node.contains(document.elementFromPoint(x, y))) return { x, y };
        }
      }
    }
    return null;
  };

  heard.piece = (id) => pieces().find((piece) => piece.id === id);

  /** Rows and columns of the tile that can be laid, as it lies in the hand. */
  heard.extent = () => {
    const own = heard.scene.zones.filter((zone) => zone.seat === heard.you).flatMap((zone) => zone.pieces ?? []);
    const { squares } = own.find((piece) => piece.turns?.length && piece.squares?.length);
    return ["row", "column"].map((side) => 1 + Math.max(...squares.map((square) => square[side] ?? 0)));
  };

  /** The middle of a tile of so many rows and columns whose top left square lies there. */
  heard.middle = (zone, row, column, rows, columns) => {
    const laid = new Map(heard.scene.zones.find((other) => other.id === zone).pieces.map((piece) => [piece.id, piece]));
    const node = drawn().find((other) => other.dataset.zone === zone && laid.has(other.dataset.piece));
    const piece = laid.get(node.dataset.piece);
    const box = node.getBoundingClientRect();
    return {
      x: box.x + (column - (piece.column ?? 0) + columns / 2) * box.width,
      y: box.y + (row - (piece.row ?? 0) + rows / 2) * box.height,
    };
  };

  /** What is wrong with what is drawn: pieces that are not in the scene, and pieces of the own hand that are missing. */
  heard.wrong = () => {
    const known = new Set(pieces().map((piece) => piece.id));
    const shown = new Set(drawn().map((node) => node.dataset.piece));
    const hand = heard.scene.zones.filter((zone) => zone.seat === heard.you && zone.shape === "fan");
    const missing = hand.flatMap((zone) => zone.pieces ?? []).filter((piece) => !shown.has(piece.id));
    const extra = [...shown].filter((id) => !known.has(id));
    return [...extra.map((id) => `${id} is drawn`), ...missing.map((piece) => `${piece.id} is not drawn`)];
  };

  // --- keys ----------------------------------------------------------------------------------------------------------

  const isReachable = (node) => node.tabIndex >= 0 && !node.disabled && node.getClientRects().length > 0;

  const isBefore = (node, other) => node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;

  /** How often Tab must be pressed to come to an element; negative with Shift. */
  heard.tabs = (node) => {
    const all = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].filter(isReachable);
    const from = document.activeElement;
    if (all.includes(from)) return all.indexOf(node) - all.indexOf(from);
    const before = from === document.body ? 0 : all.filter((other) => isBefore(other, from)).length;
    return all.indexOf(node) - before + (all.indexOf(node) >= before ? 1 : 0);
  };

  // --- figures -------------------------------------------------------------------------------------------------------

  heard.feedback = [];
  heard.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      heard.shift += value;
      heard.shifts.push({ value, nodes: sources.map(({ node }) => String(node?.className ?? node?.nodeName)) });
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, duration, processingStart, processingEnd } of list.getEntries()) {
      if (name === "click") heard.feedback.push({ seen: duration, script: processingEnd - processingStart });
    }
  }).observe({ type: "event", durationThreshold: 16 });
})();
