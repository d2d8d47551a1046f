/**
 * The call that a tab has booked. This module
 * must not load React, which loads later.
 */

import { CALL_PATH } from "../contract/http/routes.ts";
import { keepItem, readItem } from "./tab-storage.ts";

const ITEM = "booked-call";

export interface OwnCall {
  path: string;
  startsAt: string;
  zone: string;
}

/**
 * Stores the call of this page. The tab forgets
 * a call that has begun or is cancelled.
 */
export function keepShownCall(): void {
  const page = document.querySelector<HTMLElement>("[data-call]");
  if (page) {
    // After *Book another call*, the page of an earlier call changes nothing.
    const own = readOwnCall(ownCallItem());
    if (!own || location.href.includes(own.path))
      keepItem(ITEM, page.dataset["call"] ?? "");
    // Somebody may have moved the call since.
    import("./renew-call.ts").catch(console.error);
  }
  // Back may show the call as it was before a change.
  // `location.reload` could post a form again.
  addEventListener("pageshow", ({ persisted }) => {
    const { origin, pathname, search } = location;
    const canBeOld =
      pathname === CALL_PATH ||
      (search.includes("token=") && ownCallItem() !== "");
    if (persisted && canBeOld && navigator.onLine)
      location.replace(origin + pathname + search);
  });
}

/**
 * Stores a call at once: a visitor may go Back before the call's page runs its
 * script. Without `call`, the tab forgets its call.
 */
export function keepOwnCall(call?: OwnCall): void {
  keepItem(ITEM, call ? storedCallText(call) : "");
}

export const ownCallItem = (): string => readItem(ITEM);

/** @returns undefined if there is no call or the call has begun */
export function readOwnCall(item: string): OwnCall | undefined {
  const [path = "", startsAt = "", zone = ""] = item.split(" ");
  return Date.parse(startsAt) > Date.now()
    ? { path, startsAt, zone }
    : undefined;
}

/** @returns the text of `data-call`, which {@link keepShownCall} stores */
export const storedCallText = ({ path, startsAt, zone }: OwnCall): string =>
  `${path} ${startsAt} ${zone}`;
