import { beforeEach, describe, expect, test, vi } from "vitest";

/** What a browser gives. */
function stub(
  search: string,
  languages: string[],
  kept: object = {},
): { asked: string[]; root: { lang: string; dir: string } } {
  const asked: string[] = [];
  const root = { lang: "", dir: "" };
  vi.stubGlobal("location", { search });
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(kept) });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const found = path === "/api/languages" ? OFFERED : path === "/api/words/pl" ? POLISH : null;
    return { ok: found !== null, json: async () => found ?? { reason: "There is no such language." } };
  });
  return { asked, root };
}

const OFFERED = [
  { code: "en", name: "English" },
  { code: "pl", name: "polski" },
];
const POLISH = { close: "Zamknij" };

/** Learn to speak, as a page does that was just loaded. */
async function learned(): Promise<(key: "close") => string> {
  const { learn } = await import("../src/model/language");
  await learn();
  return (await import("../src/words/words")).word;
}

beforeEach(() => vi.resetModules());

describe("the language of a page", () => {
  test("is English, without a question, for whoever reads English first", async () => {
    const { asked, root } = stub("", ["en-US", "pl"]);
    expect((await learned())("close")).toBe("Close");
    expect(asked).toEqual([]);
    expect(root).toEqual({ lang: "en", dir: "ltr" });
  });

  test("is the first of the browser's that the server offers", async () => {
    const { asked, root } = stub("", ["cs-CZ", "pl-PL", "en"]);
    expect((await learned())("close")).toBe("Zamknij");
    expect(asked).toEqual(["/api/languages", "/api/words/pl"]);
    expect(root.lang).toBe("pl");
  });

  test("is the first that can be had, though the browser gives tags that are none", async () => {
    const { root } = stub("", ["c", "pl"]);
    expect((await learned())("close")).toBe("Zamknij");
    expect(root.lang).toBe("pl");
    const { localeOf } = await import("../src/model/language");
    expect([localeOf("c"), localeOf("en-US")?.region]).toEqual([null, "US"]);
  });

  test("is the chosen one, whatever the browser has", async () => {
    const { asked } = stub("", ["en"], { language: "pl" });
    expect((await learned())("close")).toBe("Zamknij");
    expect(asked).toEqual(["/api/words/pl"]);
  });

  test("is the one that the address asks for, whatever is chosen", async () => {
    stub("?lang=pl", ["en"], { language: "cs" });
    expect((await learned())("close")).toBe("Zamknij");
  });

  test("is English where the server lacks the one that is wanted", async () => {
    const { root } = stub("?lang=cs", ["pl"]);
    expect((await learned())("close")).toBe("Close");
    expect(root.lang).toBe("en");
  });

  test("is sent with whatever is asked for", async () => {
    stub("?lang=pl", ["en"]);
    await learned();
    const sent = vi.fn(async () => ({ ok: true, json: async () => [] }));
    vi.stubGlobal("fetch", sent);
    await (await import("../src/model/api")).listed();
    expect(sent).toHaveBeenCalledWith("/api/tables", expect.objectContaining({ headers: { "accept-language": "pl" } }));
  });

  test("says in which direction it is written", async () => {
    stub("", ["en"]);
    const { directionOf } = await import("../src/model/language");
    expect(["ar", "he-IL", "pl", "en-XA"].map(directionOf)).toEqual(["rtl", "rtl", "ltr", "ltr"]);
  });
});
