// Printed from the server's structs by `python -m tools.typescript`; not to be edited.

/** What a counter counts. */
export type CounterRole = "plain" | "score";

/** How good a choice was, by what its seat knew then. */
export type Grade = "best" | "fine" | "unclear" | "inaccuracy" | "mistake" | "blunder";

/** What happened at a table. */
export type Kind = "" | "joined" | "freed" | "claimed" | "committed" | "called" | "revealed" | "voided" | "started" | "countdown" | "limit" | "asked" | "agreed" | "declined" | "lapsed" | "undone" | "paused" | "resumed" | "extended" | "stoodin" | "voted" | "waited" | "returned" | "hinted" | "ended" | "closed" | "offered" | "answered" | "withdrawn" | "rematched";

/** What a piece, a cell or a seat stands out for. */
export type Lit = "turn" | "leads" | "trump" | "winning" | "scoring" | "warning" | "good" | "ignored";

/** Where a table stands. */
export type Phase = "waiting" | "called" | "playing" | "over" | "void";

/** What a piece is. */
export type PieceRole = "card" | "tile" | "square" | "chip" | "cell";

/** How the pieces of a zone lie. */
export type Shape = "fan" | "row" | "pile" | "grid" | "region" | "track";

/** What a zone is for, beside the shape in which its pieces lie. */
export type ZoneRole = "plain" | "hand" | "trick";

/** Ask for everything about a piece or a counter, in sentences; the answer is `about`, and nobody else hears of it. */
export interface AboutAsk {
  type: "about";
  id: string;
  pick: string;
  number?: number | null;
  eyes?: number | null;
}

/** Everything about one piece at a moment of a finished game, in sentences; empty if there is no such piece. */
export interface AboutDoc {
  title: string;
  lines?: string[];
  marks?: Mark[][];
}

/** The answer to `about`: what a piece is called and what there is to say of it; empty if there is no such piece. */
export interface AboutTelling {
  type: "about";
  id: string;
  title: string;
  lines?: string[];
  marks?: Mark[][];
}

/** The answer to `hint`: the best actions, best first, as a bot of that level sees it. Nothing of it is certain. */
export interface AdviceTelling {
  type: "advice";
  id: string;
  number: number;
  level: string;
  hints: HintDoc[];
}

/** Agree to what is asked for. */
export interface AgreeAsk {
  type: "agree";
  id: string;
}

/** The answer to a message with an id. */
export interface AnswerTelling {
  type: "answer";
  id: string;
  verdict: "accepted" | "refused" | "stale";
  number?: number;
  reason?: string;
  public?: Scene | null;
  own?: Scene | null;
  link?: string;
  marks?: Mark[];
}

/** What is being asked for, by whom, and who has agreed. */
export interface AskDoc {
  what: "undo" | "pause" | "time";
  seat: number;
  agreed: number[];
}

/** What you would do now. */
export interface Attempt {
  action: string;
}

/** How good that would have been, with the evidence: it solves a puzzle unless it is surely worse than the best. */
export interface AttemptDoc {
  solved: boolean;
  choice: ToldChoice;
}

/** A player who is away from a game with others; all times are the server's. */
export interface AwayDoc {
  seat: number;
  since: number;
  host_from: number;
  all_from: number;
  votes?: VoteDoc[];
}

/** An estimate as it is drawn, from 0 to 1 of a bar: the estimate itself, and the two ends of its error. */
export interface BarDoc {
  at: number;
  low: number;
  high: number;
}

/** The answer to `why`; empty when it is allowed, or when the picks mean nothing. */
export interface BecauseTelling {
  type: "because";
  id: string;
  reason: string;
  marks?: Mark[];
}

/** The host puts a bot of a level into a free seat. */
export interface BotAsk {
  type: "bot";
  id: string;
  seat: number;
  level: string;
}

/** Something to press that is no piece. */
export interface Button {
  id: string;
  name: string;
}

/** A seat: who plays it, whether that player is connected, and what the clock says. */
export interface ChairDoc {
  seat: number;
  name?: string;
  who?: "nobody" | "person" | "bot";
  level?: string;
  here?: boolean;
  host?: boolean;
  commitment?: string;
  nonce?: string;
  left?: number | null;
  runs?: boolean;
  hints?: number;
  by_wish?: boolean;
  effort?: number | null;
}

/** Play the deal of a finished game again, on this seat; bots of these levels, or of those before, on the others. */
export interface Challenge {
  seat: number;
  bots?: Record<string, string>;
}

/** A legal action, and a sentence on what it does, as far as its player can know. */
export interface ChoiceDoc {
  action: string;
  text: string;
  marks?: Mark[];
}

/** Ask what you can do now, in words: for who reads the table and does not look at it. The answer is `choices`. */
export interface ChoicesAsk {
  type: "choices";
  id: string;
}

/** The answer to `choices`: every legal action once, in groups; none while there is nothing to do. */
export interface ChoicesTelling {
  type: "choices";
  id: string;
  number: number;
  groups: GroupDoc[];
}

/** The token of a seat's private link. */
export interface Claim {
  token: string;
}

/** The seat that is yours now. */
export interface ClaimedDoc {
  seat: number;
}

/** Two pieces of a grid that met: the winner took the place of the other. Where it was, and the numbers that met. */
export interface Clash {
  zone: string;
  winner: string;
  loser: string;
  row: number;
  column: number;
  meets: string;
}

/** How long a player may think: for ever, so long for each move, or from a bank that each move adds to. */
export interface Clock {
  kind?: "none" | "move" | "bank";
  seconds?: number;
  increment?: number;
}

/** Promise a nonce for a start: the hash c_i of [the fair deal](fair-deal.md), for your seat. */
export interface CommitAsk {
  type: "commit";
  id: string;
  start: number;
  commitment: string;
}

/** What was promised for a deal that is played again: the start, the server's promise C, and the seats'. */
export interface CopiedDoc {
  start: number;
  commitment: string;
  seats: PromiseDoc[];
}

/** A number with a name. */
export interface Counter {
  id: string;
  name: string;
  value: number;
  limit?: number | null;
  lit?: Lit[];
  role?: CounterRole;
  head?: string;
}

/** The deals of the day. A day is one of UTC, written as 2026-11-18. */
export interface DailyDoc {
  day: string;
  yesterday: string;
  ends_at: number;
  games: DailyGame[];
}

/** The deal of the day of one game: the same cards, seat and bots for everybody. */
export interface DailyGame {
  game: string;
  title: string;
  seats: number;
  seat: number;
  level: string;
  commitment: string;
  next_commitment: string;
  started: number;
  table: string;
  over: boolean;
}

/** How somebody did in a deal of the day. */
export interface DailyPlace {
  rank: number;
  name: string;
  adjusted: number;
  share: number;
  points: number;
  table: string;
}

/** How all have done in a deal of the day; nothing of the cards. */
export interface DailyStandings {
  day: string;
  game: string;
  title: string;
  open: boolean;
  started: number;
  counted: number;
  places: DailyPlace[];
  bins: StandingsBin[];
  mine: DailyPlace | null;
  waiting: boolean;
  why_not: "" | "late" | "left" | "bot";
}

/** Say what shall become of the seat of a player who is away (`away`): wait on, a bot of a level, or end the game. */
export interface DecideAsk {
  type: "decide";
  id: string;
  seat: number;
  what: "wait" | "bot" | "end";
  level?: string;
}

/** A verdict on each card of a file. If they make a deck, `options` has it, as a table takes it. */
export interface DeckDoc {
  lines: string[];
  reason: string;
  options: Record<string, unknown>;
}

/** A file of your own cards: its name, which ends in .csv or .json, and what is in it. */
export interface DeckFile {
  name: string;
  text: string;
}

/** Decline it, or take your own request back. */
export interface DeclineAsk {
  type: "decline";
  id: string;
}

/** What a client kept of a start that was voided. */
export interface EarlierStart {
  start: number;
  seat: number;
  commitment: string;
  nonce: string;
  opened: boolean;
}

/** The answer to `ping`, with the server's time. */
export interface EchoTelling {
  type: "pong";
  id: string;
  at: number;
}

/** A message that cannot be understood; nothing was done. */
export interface ErrorTelling {
  type: "error";
  reason: string;
}

/** An event of the game, as told to this viewer, and the scene after it. */
export interface EventTelling {
  type: "event";
  number: number;
  at: number;
  seat: number | null;
  told: string | null;
  by: string;
  lines: string[];
  public: Scene;
  own: Scene | null;
  undo?: boolean;
  left?: number[];
  runs?: number[];
  private?: number[];
  stills?: StillDoc[];
  moved?: string[];
  clash?: Clash | null;
  sums?: SumsDoc | null;
  marks?: Mark[][];
}

/** What somebody wants to know before choosing a game. */
export interface FactsDoc {
  kind: string;
  minutes: number;
  age: number;
  weight: number;
  best_seats: number;
  source: string;
}

/** The part `fair` of a finished game's record: all that its deals follow from. */
export interface FairPart {
  version: 2;
  terms: Record<string, unknown>;
  secret: string;
  start: number;
  seats: SeatPart[];
  voids?: VoidPart[];
  hidden?: Record<string, HiddenPart>;
  draws?: [number, number][][] | null;
}

/** Free a seat before the start: your own, or, as the host, any. */
export interface FreeAsk {
  type: "free";
  id: string;
  seat: number;
}

/** A game that can be played here. */
export interface GameDoc {
  name: string;
  title: string;
  credit: string;
  summary: string;
  facts: FactsDoc | null;
  seats: number[];
  real_time: boolean;
  options: OptionDoc[];
  levels: LevelDoc[];
  own_deck: boolean;
  faces: string[];
  suits: string[];
  paints: Record<string, string>;
  faces_version: string;
  mood: Mood | null;
}

/** The games, and what players can say with one press. */
export interface Games {
  games: GameDoc[];
  phrases: string[];
}

/** The server stops, and closes the socket after this. Connect again, at a moment chosen by chance. */
export interface GoingTelling {
  type: "going";
  within: number;
}

/** Legal actions that have something in common. */
export interface GroupDoc {
  title: string;
  choices: ChoiceDoc[];
}

/** The first message: the number of the last event the client has, 0 for none. The answer is `welcome`. */
export interface HelloAsk {
  type: "hello";
  seen?: number;
  protocol?: number | null;
  language?: string;
}

/** An option that was bound and not told: its salt and its value. */
export interface HiddenPart {
  salt: string;
  value: unknown;
}

/** Ask what a bot would do in your place, where the table allows it. The answer is `advice`, and all are told. */
export interface HintAsk {
  type: "hint";
  id: string;
}

/** An action, what a search expects of it, with standard errors, and what speaks for it. */
export interface HintDoc {
  action: string;
  name: string;
  share: number;
  share_error: number;
  points: number;
  points_error: number;
  value: string;
  bar: BarDoc;
  more: string;
  reasons: string[];
  sentence: string;
  name_marks?: Mark[];
  reason_marks?: Mark[][];
}

/** The colours of a table in one theme, each `#rrggbb`. */
export interface Hues {
  felt: string;
  deep: string;
  seam: string;
  ink: string;
  faint: string;
  paper: string;
  raised: string;
  edge: string;
  accent: string;
  accent_ink: string;
  soft: string;
}

/** Take a seat, a free one of your choice or the first. Then commit to a nonce. */
export interface JoinAsk {
  type: "join";
  id: string;
  seat?: number | null;
}

/** How often a whole number came up, in bars of the same width. */
export interface LabBars {
  label: string;
  low: number;
  width: number;
  shares: number[];
}

/** An experiment in a list. */
export interface LabCard {
  id: string;
  game: string;
  title: string;
  started_at: number;
  state: "starting" | "playing" | "trying" | "over" | "stopped" | "refused";
  done: number;
  is_comparison: boolean;
}

/** What can be chosen for a game: who plays, and what can be compared. */
export interface LabChoices {
  game: string;
  players: LabNamed[];
  quick: string[];
  best_seats: number;
  measures: LabNamed[];
}

/** The lab: what can be chosen, and the experiments that there are; both are only for who may start some. */
export interface LabDoc {
  may_start: boolean;
  choices: LabChoices[];
  runs: LabCard[];
}

/** A data file: its name, which ends in .toml or .json, and what is in it. */
export interface LabFile {
  name: string;
  text: string;
}

/** What is known of an experiment now. */
export interface LabFindings {
  state: "starting" | "playing" | "trying" | "over" | "stopped" | "refused";
  done?: number;
  total?: number;
  rate?: number;
  left?: number | null;
  reason?: string;
  told?: string[];
  sections?: LabSection[];
  games?: LabGame[];
  history?: LabHistory | null;
}

/** A game that is worth a look, counted from 1, and the event of it to begin with. */
export interface LabGame {
  of: "run" | "a" | "b";
  game: number;
  label: string;
  value: string;
  moment: number | null;
}

/** How intervals became narrower: what the lines are called, where all would be even, and the points. */
export interface LabHistory {
  title: string;
  names: string[];
  even: number | null;
  is_share: boolean;
  points: LabPoint[];
}

/** Something to choose: its name, and what people call it. */
export interface LabNamed {
  name: string;
  label: string;
}

/** What was known after so many games: of each line its mean, and from where to where its interval reaches. */
export interface LabPoint {
  games: number;
  lines: number[][];
}

/** A number with its interval, as text and as numbers for a drawing; of a comparison with those of both variants. */
export interface LabRow {
  key: string;
  label: string;
  value: string;
  interval: string;
  mean: number;
  low: number | null;
  high: number | null;
  is_share: boolean;
  game?: number | null;
  moment?: number | null;
  a?: string;
  b?: string;
}

/** An experiment, and what is known of it. */
export interface LabRun {
  id: string;
  game: string;
  title: string;
  started_at: number;
  wish: LabWish;
  may_change: boolean;
  findings: LabFindings;
  has_page: boolean;
}

/** A topic: sentences, rows, and what is drawn of them. */
export interface LabSection {
  key: string;
  title: string;
  sentences: string[];
  rows: LabRow[];
  even?: number | null;
  bars?: LabBars[];
}

/** The experiment that was started, and its link. */
export interface LabStarted {
  id: string;
  link: string;
}

/** How a game is to be played; what is left out is as usual. */
export interface LabVariant {
  seats?: number | null;
  options?: Record<string, unknown>;
  file?: LabFile | null;
}

/** An experiment: a report on one variant, or two that are compared over the same deals. */
export interface LabWish {
  game: string;
  bots: string[];
  a?: LabVariant;
  b?: LabVariant | null;
  by?: string;
  games?: number | null;
  precision?: number | null;
  seed?: string;
}

/** A language that the server speaks: its code, and what it calls itself. */
export interface LanguageDoc {
  code: string;
  name: string;
}

/** Let a bot play on for you. */
export interface LeaveAsk {
  type: "leave";
  id: string;
}

/** What is told at a first game, once: when a prompt or a filled zone names its key. */
export interface LessonDoc {
  key: string;
  text: string;
  marks?: Mark[];
}

/** How well a bot plays, in the words of its game. */
export interface LevelDoc {
  name: string;
  label: string;
  meaning: string;
  seats: number[];
}

/** A place in a text where it names a card or a paragraph of the rulebook, counted in code points. */
export interface Mark {
  at: number;
  length: number;
  piece?: string;
  suit?: string;
  section?: string;
}

/** One moment of a finished game, as a scene. */
export interface MomentDoc {
  number: number;
  at: number;
  lines: string[];
  moved: string[];
  public: Scene;
  own?: Scene | null;
  clash?: Clash | null;
  marks?: Mark[][];
  stills?: StillDoc[];
  sums?: SumsDoc | null;
}

/** A past moment: the scene as it was after event `number`, without anything to do. */
export interface MomentTelling {
  type: "moment";
  id: string;
  number: number;
  lines: string[];
  public: Scene;
  own?: Scene | null;
  marks?: Mark[][];
  stills?: StillDoc[];
  moved?: string[];
  clash?: Clash | null;
  sums?: SumsDoc | null;
}

/** How a game's table looks in both themes. */
export interface Mood {
  light: Hues;
  dark: Hues;
}

/** Hear no more from a seat, or hear it again. */
export interface MuteAsk {
  type: "mute";
  id: string;
  seat: number;
  on?: boolean;
}

/** The name by which others know you. */
export interface Named {
  name: string;
}

/** A line of the story that is not of the game: somebody took a hint, or took a move back that others knew of. */
export interface NoteTelling {
  type: "note";
  number: number;
  text: string;
  seat: number;
}

/** A rematch that is offered: by whom, who joins and who does not; everybody else has not answered. */
export interface OfferDoc {
  seat: number;
  joins: number[];
  declines?: number[];
}

/** A table to be opened. Bots: their level by seat; every other seat is free. */
export interface OpenTable {
  game: string;
  seats?: number | null;
  options?: Record<string, unknown>;
  data?: Record<string, unknown> | null;
  bots?: Record<string, string>;
  listed?: boolean;
  clock?: Clock;
  hints?: boolean | null;
  pace?: "relaxed" | "usual" | "brisk";
}

/** The table that was opened, and its link. */
export interface OpenedDoc {
  table: string;
  link: string;
}

/** What a game is about, in a few pictures, as somebody on seat 0 would see them. */
export interface OpeningDoc {
  title: string;
  names: string[];
  pictures: PictureDoc[];
}

/** A setting of a game, and what a form needs to ask for it. Nobody chooses one whose default is null. */
export interface OptionDoc {
  name: string;
  default: unknown;
  label: string;
  allowed: string;
  meaning: string;
  kind: "whole" | "flag" | "choice" | "other";
  low: number | null;
  high: number | null;
  choices: string[];
  choice_labels: string[];
  by_pace?: Record<string, unknown>;
}

/** What stands beside a seat's name. */
export interface Panel {
  seat: number;
  counters?: Counter[];
  notes?: string[];
  lit?: Lit[];
}

/** See the game as you saw it after event `number`; after the end, through the eyes of any seat (-2: nobody's). */
export interface PastAsk {
  type: "past";
  id: string;
  number: number;
  eyes?: number | null;
}

/** A legal action: its text, and the ids to pick, in this order, to choose it. */
export interface Path {
  action: string;
  picks: string[];
  meets?: string;
}

/** One thing to know before a first game: a sentence, and scenes that show it, drawn one after another. */
export interface PictureDoc {
  caption: string;
  scenes: Scene[];
  marks: string[];
}

/** A card, a tile or a square, in one place. */
export interface Piece {
  id: string;
  face?: string;
  text?: string;
  name?: string;
  suit?: string;
  row?: number;
  column?: number;
  lines?: string[];
  squares?: Piece[];
  of?: string;
  turns?: number[];
  seat?: number | null;
  came_from?: string;
  lit?: Lit[];
  like?: string;
  role?: PieceRole;
  rank?: number | null;
  count?: number | null;
  price?: number | null;
  worth?: number | null;
  cells?: string[][];
  foil?: boolean;
}

/** Measure the connection; the answer is `pong`. */
export interface PingAsk {
  type: "ping";
  id: string;
}

/** Act: one action, or two of which the second counts only if the first is accepted. */
export interface PlayAsk {
  type: "play";
  id: string;
  number: number;
  actions: string[];
}

/** Let a finished game go on after the event of this number, on this seat, all others bots of this level. */
export interface PlayOn {
  number: number;
  seat: number;
  level: string;
}

/** Answer a `ping` of the server, at once. */
export interface PongAsk {
  type: "pong";
  id: string;
}

/** Where a game goes on that was played before: after the event of that number at that table. */
export interface Practice {
  table: string;
  number: number;
}

/** How many parts of a game are compiled. It can be played meanwhile, but its bots think less until all are. */
export interface Prepared {
  game: string;
  done: number;
  of: number;
}

/** The server measures the connection; answer `pong` at once. */
export interface ProbeTelling {
  type: "ping";
  id: string;
}

/** Why something was not done. */
export interface Problem {
  reason: string;
}

/** What a seat had promised at the table that a deal is copied from. */
export interface PromiseDoc {
  commitment?: string;
  bot?: boolean;
}

/** What a receipt says of a seat. */
export interface PromisePart {
  commitment?: string | null;
  bot?: boolean;
}

/** Something that can be done. */
export interface PuzzleAction {
  action: string;
  name: string;
  marks: Mark[];
}

/** A choice of yours that could have been better, to be tried again; `number` is that of its event. */
export interface PuzzleCard {
  table: string;
  number: number;
  game: string;
  title: string;
  seat: number;
  tries?: number;
  solved?: boolean;
}

/** A puzzle: what was known after the event `moment`, and all that can be done. */
export interface PuzzleDoc {
  card: PuzzleCard;
  moment: number;
  actions: PuzzleAction[];
}

/** What a client wrote down when the table was called, before it opened its nonce and saw a card. */
export interface Receipt {
  format: "fairdeal-receipt/2";
  terms: Record<string, unknown>;
  seat: number;
  start: number;
  commitment: string;
  seats: PromisePart[];
  call: string;
  nonce: string | null;
  earlier?: EarlierStart[];
  evidence?: string[];
  time?: string;
}

/** After the end: offer a rematch, join the one that is offered, decline it; cancel your own offer, or start it. */
export interface RematchAsk {
  type: "rematch";
  id: string;
  what: "offer" | "join" | "decline" | "cancel" | "start";
}

/** A finished game: the numbers and times of its events, who acted (null: the dealer), and all points after each. */
export interface ReplayDoc {
  table: string;
  game: string;
  title: string;
  names: string[];
  numbers: number[];
  times: number[];
  seats: (number | null)[];
  points: number[][];
  rounds: SumsDoc[];
  result: Record<string, unknown>;
  ended?: string;
}

/** Ask the other players for a pause, or for more time for everybody. */
export interface RequestAsk {
  type: "request";
  id: string;
  what: "pause" | "time";
}

/** End a pause. */
export interface ResumeAsk {
  type: "resume";
  id: string;
}

/** Take your seat back from the bot. */
export interface ReturnAsk {
  type: "return";
  id: string;
}

/** Open your nonce when the table is called, after you have written down what all have promised. Once. */
export interface RevealAsk {
  type: "reveal";
  id: string;
  start: number;
  nonce: string;
}

/** What a review of a finished game found. It counts events from 0; `numbers` has the numbers they have here. */
export interface ReviewDoc {
  table: string;
  game: string;
  names: string[];
  numbers: number[];
  told: ToldReview;
  mine?: number | null;
}

/** A review that is being made: ask again in a second. */
export interface ReviewWait {
  share: number;
  text: string;
}

/** A rulebook in sections, each as HTML. */
export interface RulebookDoc {
  title: string;
  credit: string;
  sections: SectionDoc[];
  lessons: LessonDoc[];
}

/** A player said something. */
export interface SaidTelling {
  type: "said";
  number: number;
  seat: number;
  text?: string;
  phrase?: string;
}

/** Say something to the table: a text of at most 200 characters, or one of the phrases. */
export interface SayAsk {
  type: "say";
  id: string;
  text?: string;
  phrase?: string;
}

/** All that a seat, or a spectator, is shown; or of a seat's own part, what differs from what all may see. */
export interface Scene {
  prompt?: string;
  zones?: Zone[];
  panels?: Panel[];
  paths?: Path[];
  buttons?: Button[];
  status?: string[];
  suits?: [string, string][];
  lesson?: string;
}

/** What a seat promised, and the nonce if it opened one; a bot promises nothing. */
export interface SeatPart {
  commitment?: string | null;
  nonce?: string | null;
  bot?: boolean;
}

/** A part of a rulebook: under a heading, or a numbered paragraph, which has its number as id and no title. */
export interface SectionDoc {
  id: string;
  title: string;
  html: string;
}

/** Who you are: a guest with a name. */
export interface SessionDoc {
  name: string;
}

/** How many did about as well. */
export interface StandingsBin {
  low: number;
  high: number;
  count: number;
}

/** A scene that rests for a moment before the next one; nothing can be done in it. */
export interface StillDoc {
  public: Scene;
  own?: Scene | null;
  prompt?: string;
}

/** What happened, in a sentence for this viewer. */
export interface StoryLine {
  number: number;
  text: string;
  private?: boolean;
  note?: boolean;
  marks?: Mark[];
}

/** What a round was for one seat: a number for each column, and the points of all rounds before and after it. */
export interface SumRowDoc {
  seat: number;
  values: number[];
  before: number;
  after: number;
  note?: string;
}

/** What a round came to: a row for each seat, a column for each source of its points; and who leads after it. */
export interface SumsDoc {
  title: string;
  columns: string[];
  rows: SumRowDoc[];
  leaders: number[];
}

/** A table in a list. */
export interface TableCard {
  table: string;
  link: string;
  game: string;
  title: string;
  phase: string;
  names: string[];
  opened_at: number;
  changed_at: number;
  mine?: number | null;
  awaited?: boolean;
  hints?: boolean;
  ended?: boolean;
}

/** All that everybody may know of a table but the game itself. */
export interface TableDoc {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  chairs: ChairDoc[];
  phase: Phase;
  number: number;
  at: number;
  commitment: string;
  clock?: Clock;
  paused?: boolean;
  listed?: boolean;
  hints?: boolean;
  watching?: number;
  start?: number;
  voids?: VoidDoc[];
  ask?: AskDoc | null;
  begins_at?: number | null;
  ends_at?: number | null;
  result?: Record<string, unknown> | null;
  ended?: string;
  away?: AwayDoc[];
  offer?: OfferDoc | null;
  rematch?: string;
  closed?: string;
  copied_from?: string;
  copied?: CopiedDoc | null;
  practice?: Practice | null;
  day?: string;
}

/** The table has changed: seats, clocks, phase, a request. `seat`: who caused it, if somebody did. */
export interface TableTelling {
  type: "table";
  table: TableDoc;
  kind?: Kind;
  seat?: number | null;
  text?: string;
}

/** A serious action of a choice, and what its seat could expect of it. */
export interface ToldAction {
  action: string;
  name: string;
  marks: Mark[];
  value: string;
  bar: BarDoc;
  is_chosen: boolean;
  is_best: boolean;
}

/** A choice, how good it was, and what would have been better. */
export interface ToldChoice {
  event: number;
  seat: number;
  grade: Grade;
  title: string;
  cost: number;
  sentence: string;
  marks: Mark[];
  actions: ToldAction[];
  reasons: string[];
  reason_marks: Mark[][];
  seen: string;
  seen_marks: Mark[];
}

/** A moment that decided the game. */
export interface ToldMoment {
  event: number;
  sentence: string;
  marks: Mark[];
}

/** A part of a seat's result. */
export interface ToldPart {
  key: string;
  name: string;
  share: number;
  text: string;
}

/** A review, for one reader. */
export interface ToldReview {
  title: string;
  assumption: string;
  notes: string[];
  chances: number[][];
  chances_title: string;
  chances_note: string;
  moments_title: string;
  moments: ToldMoment[];
  moments_note: string;
  parts_title: string;
  faults_title: string;
  seats: ToldSeat[];
  choices: ToldChoice[];
}

/** A seat: its result, where that came from, and its faults, the worst first. */
export interface ToldSeat {
  seat: number;
  name: string;
  result: number;
  adjusted: number;
  heading: string;
  summary: string;
  parts: ToldPart[];
  faults: number[];
}

/** Take back your latest action: at once if nobody learned anything, else the others are asked. */
export interface UndoAsk {
  type: "undo";
  id: string;
}

/** What was done from event `since` on has been taken back; `number` is the number of that. The scene now. */
export interface UndoneTelling {
  type: "undone";
  number: number;
  since: number;
  seat: number;
  public: Scene;
  own: Scene | null;
  undo?: boolean;
}

/** Ask for all that your seat can know, as a program reads it. The answer is `view`. */
export interface ViewAsk {
  type: "view";
  id: string;
}

/** The answer to `view`: your seat's view, and the lines of the bots' protocol (bot-protocol.md) that it makes. */
export interface ViewTelling {
  type: "view";
  id: string;
  number: number;
  view: string;
  told: string;
  hello: string;
  choose?: string;
  over?: string;
}

/** A start at which somebody did not open a nonce: who, and the secret that the server had promised for it. */
export interface VoidDoc {
  start: number;
  silent: number[];
  secret: string;
}

/** A start at which somebody stayed silent: a person without a nonce. Its secret is told, so its deal is known. */
export interface VoidPart {
  secret: string;
  seats: SeatPart[];
}

/** What a player wants to become of a seat. */
export interface VoteDoc {
  seat: number;
  what: "wait" | "bot" | "end";
}

/** The answer to `hello`: who you are here, and, unless you have it all, the whole scene and the story so far. */
export interface WelcomeTelling {
  type: "welcome";
  you: number | null;
  host: boolean;
  table: TableDoc;
  number: number;
  public?: Scene | null;
  own?: Scene | null;
  story?: StoryLine[];
  said?: SaidTelling[];
  undo?: boolean;
  muted?: number[];
  terms?: Record<string, unknown> | null;
  protocol?: number;
  language?: string;
  sealed?: string;
}

/** Ask why something is not allowed now: an action by its text, or what picks mean. Only you get the answer. */
export interface WhyAsk {
  type: "why";
  id: string;
  action?: string;
  picks?: string[];
}

/** A place for pieces, of a seat or shared. */
export interface Zone {
  id: string;
  name: string;
  shape: Shape;
  pieces?: Piece[];
  seat?: number | null;
  columns?: number;
  size?: number | null;
  counters?: Counter[];
  note?: string;
  lines?: ZoneLine[];
  role?: ZoneRole;
  lesson?: string;
  balance?: string[];
}

/** A whole row or column of a region or a grid, where there is something to say of it. */
export interface ZoneLine {
  row?: number | null;
  column?: number | null;
  text?: string;
  lit?: Lit[];
}

export type FromClient =
  | HelloAsk
  | JoinAsk
  | FreeAsk
  | BotAsk
  | CommitAsk
  | RevealAsk
  | PlayAsk
  | WhyAsk
  | ChoicesAsk
  | ViewAsk
  | AboutAsk
  | HintAsk
  | UndoAsk
  | RequestAsk
  | AgreeAsk
  | DeclineAsk
  | ResumeAsk
  | LeaveAsk
  | DecideAsk
  | RematchAsk
  | ReturnAsk
  | SayAsk
  | MuteAsk
  | PastAsk
  | PingAsk
  | PongAsk;

export type FromServer =
  | WelcomeTelling
  | EventTelling
  | UndoneTelling
  | TableTelling
  | SaidTelling
  | NoteTelling
  | AnswerTelling
  | BecauseTelling
  | AboutTelling
  | ChoicesTelling
  | ViewTelling
  | AdviceTelling
  | MomentTelling
  | EchoTelling
  | ProbeTelling
  | GoingTelling
  | ErrorTelling;
