/**
 * Where the visitor stood at each step of history. From the first step inside the app on, scrolling is ours alone,
 * since a browser restores a place before the page that it belongs to is on screen. Of documents it stays in charge.
 */
const KEPT = "places";

/** How long a glide pauses at most between two moves. Milliseconds; not every browser says when scrolling ends. */
const REST_MS = 150;

/** Pixels from the top, by the id in the state of the entry. */
let places: Record<string, number> = {};
let here = "";
/** As of the last scroll event: when an entry is left, the view may have moved on already. */
let top = 0;
let gliding = false;
let rest = 0;

export function startPlaces(): void {
  places = readPlaces();
  enterEntry();
  top = scrollY;
  addEventListener("scroll", moved, { passive: true });
  addEventListener("pagehide", () => {
    keepPlace();
    history.scrollRestoration = "auto";
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(places));
    } catch {
      // Blocked or full: after a reload, earlier steps open at their top.
    }
  });
}

/** Remembers where the visitor stands, unless on the way to a section, which is then the place to return to. */
export function keepPlace(): void {
  if (!gliding) places[here] = top;
}

/** Adds a step of history, and from now on it is the one on screen. */
export function pushEntry(url: string): void {
  keepPlace();
  history.scrollRestoration = "manual";
  history.pushState({ id: newId() }, "", url);
  enterEntry();
}

/** From now on the browser's current step of history is the one on screen. */
export function enterEntry(): void {
  const state: unknown = history.state;
  if (typeof state === "object" && state !== null && "id" in state && typeof state.id === "string") {
    here = state.id;
    return;
  }
  here = newId();
  history.replaceState({ id: here }, "");
}

/** Scrolls to where the visitor stood at this step, else to the address's `#section`, else to the top. */
export function returnToPlace(): void {
  gliding = false;
  const place = places[here];
  const section = document.getElementById(location.hash.slice(1));
  if (place === undefined && section) section.scrollIntoView();
  else scrollTo(0, place ?? 0);
  top = scrollY;
}

/** Says that the view is on its way to a section. */
export function startGlide(): void {
  delete places[here];
  gliding = true;
  moved();
}

function moved(): void {
  top = scrollY;
  clearTimeout(rest);
  rest = window.setTimeout(() => {
    gliding = false;
  }, REST_MS);
}

function newId(): string {
  return Math.random().toString(36).slice(2);
}

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}
