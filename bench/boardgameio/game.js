// CASTER for boardgame.io, four seats: the same deck, the same follow rule and the same scores as src/fairdeal/games/caster.
// A card is a number, fifteen to a colour. The numbers in § are those of that game's rulebook.

const { INVALID_MOVE } = require('boardgame.io/core');

const SEATS = 4;
const COLOURS = 5;
const VALUES = 15;
const TRICKS = 15;
const ROUNDS = 3;
const HIGHEST = 11; // §3 with four seats
const LIMIT = 4; // §12 with four seats
const TRUMP = [1, 2, 3, 4, 0]; // §2 by led colour: red blue yellow brown green

const colourOf = (card) => Math.floor(card / VALUES);
const valueOf = (card) => card % VALUES;
const seats = [...Array(SEATS).keys()];
const forAll = (make) => seats.map(make);

function deck() {
  const cards = [];
  for (let colour = 0; colour < COLOURS; colour++) {
    for (let value = 0; value <= HIGHEST; value++) cards.push(colour * VALUES + value);
  }
  return cards;
}

/** §4 Fifteen cards each of a shuffled deck. */
function deal(G, random) {
  const cards = random.Shuffle(deck());
  G.hands = forAll((seat) => cards.slice(seat * TRICKS, (seat + 1) * TRICKS).sort((a, b) => a - b));
  G.held = forAll(() => TRICKS);
  G.trick = forAll(() => null);
  G.scored = forAll(() => []);
  G.lacks = forAll(() => []);
  G.leader = G.turn = G.first;
}

function setup({ random }) {
  const G = { round: 1, total: forAll(() => 0), latest: forAll(() => 0), over: false };
  G.first = random.Die(SEATS) - 1; // §5
  deal(G, random);
  return G;
}

const ledColour = (G) => (G.trick[G.leader] === null ? null : colourOf(G.trick[G.leader]));

/** §8 Who holds the led colour must play it. */
function mayPlay(G, seat, card) {
  const led = ledColour(G);
  if (!G.hands[seat].includes(card)) return false;
  return led === null || colourOf(card) === led || !G.hands[seat].some((held) => colourOf(held) === led);
}

function play({ G, playerID, random }, card) {
  const seat = Number(playerID);
  if (!mayPlay(G, seat, card)) return INVALID_MOVE;
  const led = ledColour(G);
  if (led !== null && colourOf(card) !== led && !G.lacks[seat].includes(led)) G.lacks[seat].push(led);
  G.hands[seat].splice(G.hands[seat].indexOf(card), 1);
  G.held[seat] -= 1;
  G.trick[seat] = card;
  G.turn = (seat + 1) % SEATS;
  if (G.trick.every((laid) => laid !== null)) endTrick(G, random);
}

/** §9 Trumps by value, then the led colour by value, then the rest. */
function slowness(card, led) {
  if (colourOf(card) === TRUMP[led]) return valueOf(card);
  return colourOf(card) === led ? VALUES + valueOf(card) : 2 * VALUES;
}

function taker(G, led) {
  return seats.reduce((best, seat) => (slowness(G.trick[seat], led) < slowness(G.trick[best], led) ? seat : best), G.leader);
}

/** §10 The value of the score card, which is always of the led colour. */
function trickPoints(G, led, winner) {
  const values = G.trick.filter((card) => colourOf(card) === led).map(valueOf).sort((a, b) => a - b);
  if (colourOf(G.trick[winner]) !== led) return values[values.length - 1];
  return values.length > 1 ? values[1] : values[0];
}

/** §11 The taker keeps the trick under its score card and leads the next. */
function endTrick(G, random) {
  const led = ledColour(G);
  const winner = taker(G, led);
  G.scored[winner].push(led * VALUES + trickPoints(G, led, winner));
  G.leader = G.turn = winner;
  G.trick = forAll(() => null);
  if (G.held[winner] === 0) endRound(G, random);
}

/** §12 The score cards' values; one point a trick for a seat that has burst. */
function roundPoints(G, seat) {
  const cards = G.scored[seat];
  return cards.length > LIMIT ? cards.length : cards.reduce((sum, card) => sum + valueOf(card), 0);
}

/** §13 Points are added to the totals; the lowest total, then the fewest points, then the left of the first begins. */
function endRound(G, random) {
  G.latest = forAll((seat) => roundPoints(G, seat));
  G.total = forAll((seat) => G.total[seat] + G.latest[seat]);
  const order = forAll((step) => (G.first + 1 + step) % SEATS);
  G.first = order.sort((a, b) => G.total[a] - G.total[b] || G.latest[a] - G.latest[b])[0];
  if (G.round === ROUNDS) {
    G.over = true;
    return;
  }
  G.round += 1;
  deal(G, random);
}

/** A seat sees its own hand and how many cards the others hold. */
function playerView({ G, playerID }) {
  return { ...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : null)) };
}

const Caster = {
  name: 'caster',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup,
  playerView,
  moves: { play: { move: play, client: false } },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn },
  },
  endIf: ({ G }) => (G.over ? { scores: G.total } : undefined),
};

module.exports = { Caster };
