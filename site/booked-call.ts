/** The call that a tab has booked. This module must not load React, which loads late. */
import { CALL_PATH } from "../contract/routes.ts";
import { keepItem, readItem } from "./tab-storage.ts";

const ITEM = "booked-call";

export interface OwnCall {
  path: string;
  startsAt: string;
  zone: string;
}

/** Stores the call of this page. If the call has begun or is cancelled, the tab forgets it. */
export function keepShownCall(): void {
  const page = document.querySelector<HTMLElement>("[data-call]");
  if (page) keepItem(ITEM, page.dataset["call"] ?? "");
  // Back may show the call before its last change. `location.reload` could post the form again.
  addEventListener("pageshow", ({ persisted }) => {
    const { origin, pathname, search } = location;
    const canBeOld = pathname === CALL_PATH || (search.includes("token=") && ownCallItem() !== "");
    if (persisted && canBeOld) location.replace(origin + pathname + search);
  });
}

/**
 * Stores a call at once: a visitor may go Back before the call's page runs its script. Without a
 * call, the tab forgets its call.
 */
export function keepOwnCall(call?: OwnCall): void {
  keepItem(ITEM, call ? itemOf(call) : "");
}

export const ownCallItem = (): string => readItem(ITEM) ?? "";

/** @returns undefined if there is no call, or if it has begun */
export function readOwnCall(item: string): OwnCall | undefined {
  const [path = "", startsAt = "", zone = ""] = item.split(" ");
  return Date.parse(startsAt) > Date.now() ? { path, startsAt, zone } : undefined;
}

/** @returns the text that {@link keepShownCall} finds in the page */
export const itemOf = ({ path, startsAt, zone }: OwnCall): string => `${path} ${startsAt} ${zone}`;
