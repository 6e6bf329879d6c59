/** Addresses and pages. Links are ordinary links; those of this site are followed without loading anew. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string; token: string }
  | { page: "replay"; id: string; number: number | null; eyes: number | null }
  | { page: "review"; id: string }
  | { page: "practice"; id: string; number: number }
  | { page: "daily"; day: string; game: string }
  | { page: "check"; id: string }
  | { page: "rules"; game: string; section: string; table: string }
  | { page: "lab"; run: string; part: string; game: number | null }
  | { page: "settings" }
  | { page: "about" }
  | { page: "lost" };

export function routeOf(url: URL): Route {
  const [first = "", second = "", third = "", fourth = ""] = url.pathname
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  const hash = url.hash.slice(1);
  switch (first) {
    case "":
      return { page: "home" };
    case "t":
      return { page: "table", id: second, token: hash.startsWith("seat=") ? hash.slice(5) : "" };
    case "replay": {
      const eyes = url.searchParams.get("eyes");
      return {
        page: "replay",
        id: second,
        number: third ? Number(third) : null,
        eyes: eyes === null ? null : Number(eyes),
      };
    }
    case "review":
      return { page: "review", id: second };
    case "practice":
      return { page: "practice", id: second, number: Number(third) };
    case "daily":
      return { page: "daily", day: second, game: third };
    case "check":
      return { page: "check", id: second };
    case "rules":
      return { page: "rules", game: second, section: hash, table: url.searchParams.get("table") ?? "" };
    case "lab":
      return { page: "lab", run: second, part: third, game: fourth ? Number(fourth) : null };
    case "settings":
      return { page: "settings" };
    case "about":
      return { page: "about" };
    default:
      return { page: "lost" };
  }
}

class Router {
  route = $state.raw<Route>(routeOf(new URL(location.href)));

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  replace(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const url = new URL(link.href, location.href);
    const isPage = url.origin === location.origin && routeOf(url).page !== "lost" && !url.pathname.startsWith("/api/");
    if (!isPage || link.target || link.hasAttribute("download")) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

export const router = new Router();
