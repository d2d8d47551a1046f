/**
 * The visit: its first page, and the steps that were counted (contract/funnel.ts). A tab keeps both in its own storage, and
 * shares them with the tabs that are opened from its pages (docs/decisions/form.md).
 */
import type { Step } from "../contract/funnel.ts";
import { STEPS_PATH } from "../contract/routes.ts";

/** Session storage items with the tab's first page and its referrer, and with the steps that were counted. */
export const VISIT_ITEM = "visit";
export const COUNTED_ITEM = "counted";

/** The message of a tab to the others: after each step, and in answer to a tab that was opened from its page. */
interface KnownVisit {
  /** The tab's address without its fragment, as a referrer has it. */
  page: string;
  visit: string;
  /** Names of steps, separated by blanks. */
  counted: string;
}

interface Question {
  openedFrom: string;
}

/** How long a new tab waits for its answer before it counts a step. A tab in the background may be slow. */
const ANSWER_MS = 1000;
const MAX_LENGTH = 2000;

let tabs: BroadcastChannel | undefined;
let known: Promise<void> | undefined;

/** Called once by each document. */
export function beginVisit(): void {
  tabs = openChannel();
  known = findVisit();
}

/** The first page of the visit and its referrer, separated by a blank. */
export function visit(): string {
  return stored(VISIT_ITEM) ?? assumedVisit();
}

/** The visit as far as this document alone can know it. */
function assumedVisit(): string {
  const { referrer } = document;
  return (isOpenedByUs() ? `${referrer} ` : `${location.href} ${referrer}`).slice(0, MAX_LENGTH);
}

function isOpenedByUs(): boolean {
  return document.referrer.startsWith(`${location.origin}/`);
}

/**
 * Reports a step to the server, once per visit. Reports nothing when nothing is counted, when the tab can store nothing,
 * or when the visitor asks not to be tracked.
 */
export async function countStep(step: Exclude<Step, "sent">): Promise<void> {
  if ("uncounted" in document.documentElement.dataset) return;
  if (navigator.doNotTrack === "1" || Reflect.get(navigator, "globalPrivacyControl")) return;
  await known;
  if (counted().includes(step)) return;
  try {
    keepCounted([step]);
  } catch {
    // Blocked: the next page would count it again.
    return;
  }
  announce();
  navigator.sendBeacon(STEPS_PATH, `${step} ${visit()}`);
}

/** A link's tab has a copy of the storage. A tab that was opened with Ctrl or the middle button has to ask. */
async function findVisit(): Promise<void> {
  if (stored(VISIT_ITEM) !== null) return;
  const answer = isOpenedByUs() && tabs ? await askOpeningTab() : undefined;
  try {
    sessionStorage.setItem(VISIT_ITEM, answer?.visit ?? assumedVisit());
    // Without an answer, a new tab's visit is counted by the page that led here, which may be closed or still loading. In
    // the same tab, that page was left before its script came.
    if (isOpenedByUs()) keepCounted(answer?.counted.split(" ") ?? (history.length > 1 ? [] : ["visits"]));
  } catch {
    // Blocked.
  }
}

function askOpeningTab(): Promise<KnownVisit | undefined> {
  const { referrer } = document;
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ANSWER_MS);
    tabs?.addEventListener("message", ({ data }: MessageEvent<KnownVisit | Question>) => {
      if ("page" in data && data.page === referrer) resolve(data);
    });
    post({ openedFrom: referrer });
  });
}

/** Undefined in old browsers, and where storage is blocked. */
function openChannel(): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(VISIT_ITEM);
    channel.addEventListener("message", ({ data }: MessageEvent<KnownVisit | Question>) => {
      if ("openedFrom" in data) {
        if (data.openedFrom === page()) announce();
      } else if (data.visit === stored(VISIT_ITEM)) keepCounted(data.counted.split(" "));
    });
    return channel;
  } catch {
    return undefined;
  }
}

function announce(): void {
  post({ page: page(), visit: visit(), counted: counted().join(" ") });
}

function post(message: KnownVisit | Question): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  tabs?.postMessage(message);
}

function page(): string {
  return location.href.replace(/#.*/s, "");
}

function counted(): string[] {
  return (stored(COUNTED_ITEM) ?? "").split(" ");
}

/** @throws {DOMException} when storage is blocked */
function keepCounted(steps: readonly string[]): void {
  sessionStorage.setItem(COUNTED_ITEM, [...new Set([...counted(), ...steps])].join(" ").trim());
}

function stored(item: string): string | null {
  try {
    return sessionStorage.getItem(item);
  } catch {
    return null;
  }
}
