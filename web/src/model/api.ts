/** The HTTP interface, as far as pages need it. */

import { keep, kept } from "./kept";
import { store } from "./fair/keeping";
import type {
  AboutDoc,
  AttemptDoc,
  Challenge,
  ClaimedDoc,
  DailyDoc,
  DailyStandings,
  DeckDoc,
  DeckFile,
  Games,
  LabDoc,
  LabRun,
  LabStarted,
  LabWish,
  LanguageDoc,
  MomentDoc,
  OpenedDoc,
  OpeningDoc,
  OpenTable,
  PlayOn,
  Prepared,
  PuzzleCard,
  PuzzleDoc,
  ReplayDoc,
  ReviewDoc,
  ReviewWait,
  RulebookDoc,
  SessionDoc,
  TableCard,
} from "./types";
import { spoken, word, type Catalogue } from "../words/words";
import { guestName } from "./opening";

/** Something was not done, for the reason that the server gives. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

async function answer(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        "accept-language": spoken().language,
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
      },
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    });
  } catch {
    throw new Refused(0, word("server.away"));
  }
  if (response.ok) return response;
  const found: unknown = await response.json().catch(() => ({}));
  throw new Refused(response.status, (found as { reason?: string }).reason ?? word("server.odd"));
}

async function ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
  const response = await answer(path, body, method);
  return (await response.json().catch(() => ({}))) as T;
}

/** A game of the lab is named by its whole path, as `lab/RUN/run/games/7`. */
const at = (table: string): string =>
  table.startsWith("lab/") ? `/api/${table}` : `/api/tables/${encodeURIComponent(table)}`;

/** A game as a PDF to be cut out, as it is played at a table, if one is named. */
export async function printed(game: string, table: string, paper: string, grey: boolean): Promise<Blob> {
  const place = table ? at(table) : `/api/games/${game}`;
  const response = await answer(`${place}/print.pdf?paper=${paper}${grey ? "&grey=1" : ""}`);
  return response.blob();
}

const ARRIVED = "arrived";
let hasArrived = kept<boolean>(ARRIVED) === true;

function arrive(is: boolean): void {
  hasArrived = is;
  keep(ARRIVED, is);
}

/** Who you are, or null for somebody without a name yet; whoever never told one is not asked for. */
export async function session(): Promise<SessionDoc | null> {
  if (!hasArrived) return null;
  try {
    return await ask<SessionDoc>("/api/session");
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    arrive(false);
    return null;
  }
}

export async function nameMe(name: string): Promise<SessionDoc> {
  const named = await ask<SessionDoc>("/api/session", { name });
  arrive(true);
  return named;
}

let gamesOnce: Promise<Games> | null = null;

/** The games, the levels of bots and the phrases; asked for once. */
export function games(): Promise<Games> {
  gamesOnce ??= ask<Games>("/api/games").catch((error: unknown) => {
    gamesOnce = null;
    throw error;
  });
  return gamesOnce;
}

/** How far the compiling of each game is. */
export const prepared = (): Promise<Prepared[]> => ask("/api/prepared");
export const languages = (): Promise<LanguageDoc[]> => ask("/api/languages");
export const wordsIn = (language: string): Promise<Catalogue> => ask(`/api/words/${encodeURIComponent(language)}`);
export const openTable = (table: OpenTable): Promise<OpenedDoc> => ask("/api/tables", table);
export const listed = (): Promise<TableCard[]> => ask("/api/tables");
export const mine = (): Promise<TableCard[]> => ask("/api/tables/mine");
export const claim = (table: string, token: string): Promise<ClaimedDoc> => ask(`${at(table)}/claim`, { token });
export const seatLink = (table: string): Promise<{ link: string }> => ask(`${at(table)}/link`, undefined, "POST");
export const cancel = (table: string): Promise<TableCard> => ask(`${at(table)}/cancel`, undefined, "POST");
export const challenge = (table: string, how: Challenge): Promise<OpenedDoc> => ask(`${at(table)}/challenge`, how);
export const replay = (table: string): Promise<ReplayDoc> => ask(`${at(table)}/replay`);
export const playOn = (table: string, how: PlayOn): Promise<OpenedDoc> => ask(`${at(table)}/play-on`, how);

/** What a review found, or how far it is. */
export async function review(table: string): Promise<ReviewDoc | ReviewWait> {
  const response = await answer(`${at(table)}/review`);
  return (await response.json()) as ReviewDoc | ReviewWait;
}

export const daily = (): Promise<DailyDoc> => ask("/api/daily");
export const playDaily = (game: string): Promise<OpenedDoc> => ask(`/api/daily/${game}`, undefined, "POST");
export const standings = (day: string, game: string): Promise<DailyStandings> =>
  ask(`/api/daily/${encodeURIComponent(day)}/${encodeURIComponent(game)}`);

export const puzzles = (): Promise<PuzzleCard[]> => ask("/api/puzzles");
export const puzzle = (table: string, number: number): Promise<PuzzleDoc> => ask(`${at(table)}/puzzles/${number}`);
export const attempt = (table: string, number: number, action: string): Promise<AttemptDoc> =>
  ask(`${at(table)}/puzzles/${number}`, { action });

export const about = (table: string, number: number, eyes: number, pick: string): Promise<AboutDoc> =>
  ask(`${at(table)}/moments/${number}/about?${new URLSearchParams({ eyes: String(eyes), pick }).toString()}`);
export const moment = (table: string, number: number, eyes?: number): Promise<MomentDoc> =>
  ask(`${at(table)}/moments/${number}${eyes === undefined ? "" : `?eyes=${eyes}`}`);
export const record = (table: string): Promise<unknown> => ask(`${at(table)}/record`);
export const recordPath = (table: string): string => `${at(table)}/record`;
export const socketPath = (table: string): string => `${at(table)}/socket`;
export const invitationPath = (table: string): string => `${at(table)}/qr.svg`;
/** A face is kept for ever, so its address has the version of the drawing. */
export const facePath = (game: string, theme: string, face: string, version: string): string =>
  `/api/games/${game}/faces/${theme}/${encodeURIComponent(face)}.svg?v=${version}`;
export const rulebookPath = (game: string): string => `/api/games/${game}/rulebook`;
export const card = (table: string): Promise<TableCard> => ask(at(table));
export const rulebook = (game: string): Promise<RulebookDoc> =>
  ask(`/api/games/${encodeURIComponent(game)}/rulebook.json`);
/** What a game is about, with these seats and options; what the game of a table is about. */
export const opening = (game: string, seats: number, options: Record<string, unknown>): Promise<OpeningDoc> =>
  ask(`/api/games/${game}/opening?seats=${seats}&options=${encodeURIComponent(JSON.stringify(options))}`);
export const tableOpening = (table: string): Promise<OpeningDoc> => ask(`${at(table)}/opening`);
export const judgeDeck = (game: string, file: DeckFile): Promise<DeckDoc> => ask(`/api/games/${game}/deck`, file);

export const lab = (): Promise<LabDoc> => ask("/api/lab");
export const startExperiment = (wish: LabWish): Promise<LabStarted> => ask("/api/lab", wish);
export const experiment = (run: string): Promise<LabRun> => ask(`/api/lab/${encodeURIComponent(run)}`);
export const changeExperiment = (run: string, how: "stop" | "go-on"): Promise<LabRun> =>
  ask(`/api/lab/${encodeURIComponent(run)}/${how}`, undefined, "POST");
export const reportPath = (run: string): string => `/api/lab/${encodeURIComponent(run)}/report.html`;

const NAME = "fairdeal.name";

function keepName(name: string): void {
  try {
    store()?.setItem(NAME, name);
  } catch {
    // then it is forgotten with the page
  }
}

/** The session, made with the name used last, or a guest's, if there is none yet. */
export async function someSession(name = ""): Promise<SessionDoc> {
  const known = await session();
  if (known && (!name || known.name === name)) return known;
  const wanted = name || store()?.getItem(NAME) || guestName();
  keepName(wanted);
  return nameMe(wanted);
}
