"""What a table's page shows, frame by frame: read from the page once for every picture that the browser paints.

A busy machine may paint nothing at all while a trick is swept away: that is read from the page whenever it changes.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

Json = Any

# Into `framesSeen`, whenever something has changed: what lies in the trick and in the hand, and all that is said of it.
# Into `sweepsSeen`: the cards that leave the table, those that have come to a seat's zone (and which), and what else is
# on the page at that moment.
WATCH = """() => {
  const text = (one) => one?.textContent.trim() ?? "";
  const all = (what) => [...document.querySelectorAll(what)];
  const own = () => `[data-zone="seat${heard.you}.hand"]`;
  const has = (name) => (node) => node.classList.contains(name);
  const ids = (nodes) => nodes.map((node) => node.dataset.piece);
  const trick = () => all('[data-zone="trick"]');
  const counter = (node) => [node.dataset.counter, text(node.querySelector("b"))];
  const leaving = () => ids(trick().filter(has("leaving")));
  const sheet = () => text(document.querySelector("[data-sums]"));
  const end = () => document.querySelector("dialog[open]") !== null;
  window.framesSeen = [];
  window.sweepsSeen = [];
  let swept = "";
  const sweep = () => {
    const taken = Object.fromEntries(all(".piece.taken").map((node) => [node.dataset.piece, node.dataset.zone]));
    const moved = { leaves: leaving(), taken };
    const is = JSON.stringify(moved);
    if (is !== swept) sweepsSeen.push({ ...moved, sheet: sheet(), end: end() });
    swept = is;
  };
  new MutationObserver(sweep).observe(document.body, { subtree: true, attributeFilter: ["class"] });
  let before = "";
  const look = (now) => {
    const frame = {
      trick: ids(trick().filter((node) => !has("leaving")(node))),
      wins: ids(trick().filter(has("winning"))),
      leaves: leaving(),
      trumps: ids(all(".chip.trump")).map((id) => id.split(".")[1]),
      hand: ids(all(own()).filter((node) => !has("leaving")(node))),
      sent: ids(all(own()).filter(has("sending"))),
      open: all(".piece.open, .prompt.mine").length,
      prompt: text(document.querySelector('[data-testid="prompt"]')),
      told: text(document.querySelector(".story li:last-child")),
      points: Object.fromEntries(all("[data-counter]").map(counter)),
      flights: all(".flight").length,
      sheet: sheet(),
      end: end(),
      heard: heard.number,
    };
    const is = JSON.stringify(frame);
    if (is !== before) framesSeen.push({ at: now, ...frame });
    before = is;
    isAwaited = false;
  };
  const lookSoon = () => {
    if (!isAwaited) requestAnimationFrame(look);
    isAwaited = true;
  };
  let isAwaited = false;
  const anything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(lookSoon).observe(document.body, anything);
  lookSoon();
}"""


def watch(page: Page) -> None:
    """Begin to note what is shown."""
    page.evaluate(WATCH)


def seen(page: Page) -> list[Json]:
    """Give what has been shown since then: one entry for each change."""
    found: list[Json] = page.evaluate("() => window.framesSeen")
    return found


def swept(page: Page) -> list[Json]:
    """Give what was swept away since then: one entry for each change."""
    found: list[Json] = page.evaluate("() => window.sweepsSeen")
    return found


def number(card: str) -> int:
    return int(card[1:])


def taker(game: str, frame: Json) -> str:
    """Give the card that takes a trick, by the rulebook: CASTER §9, Cryptruck §13."""
    cards, trumps = frame["trick"], frame["trumps"]
    best = [card for card in cards if card[0] in trumps] or [card for card in cards if card[0] == cards[0][0]]
    if game == "caster":
        return str(min(best, key=number))
    return str(max(reversed(best), key=number))  # of equals, the one played later
