/** The call that a tab has booked, as the page of the call showed it last: Back in this tab says so. Without React. */
import { CALL_PATH } from "../contract/routes.ts";

const ITEM = "booked-call";

export interface OwnCall {
  path: string;
  startsAt: string;
  zone: string;
}

/** Called by each document: the page of a call says where the call is now, or that it is off. */
export function findOwnCall(): void {
  const page = document.querySelector<HTMLElement>("[data-call]");
  if (page) keepItem(page.dataset["call"] ?? "");
  if (location.pathname !== CALL_PATH) return;
  // Back may show the page as it was before the call was moved.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Called before the page of the call comes, since Back may be faster than its script. */
export function keepOwnCall(call: OwnCall): void {
  keepItem(itemOf(call));
}

export function forgetOwnCall(): void {
  keepItem("");
}

function keepItem(item: string): void {
  try {
    if (item === "") sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, item);
  } catch {
    // Blocked: Back shows the times.
  }
}

export function ownCallItem(): string {
  try {
    return sessionStorage.getItem(ITEM) ?? "";
  } catch {
    return "";
  }
}

/** @returns undefined once it has begun */
export function readOwnCall(item: string): OwnCall | undefined {
  const [path = "", startsAt = "", zone = ""] = item.split(" ");
  return Date.parse(startsAt) > Date.now() ? { path, startsAt, zone } : undefined;
}

/** @returns the item that {@link findOwnCall} finds in the page */
export const itemOf = ({ path, startsAt, zone }: OwnCall): string => `${path} ${startsAt} ${zone}`;
