/** Free of React, which trade pages lack. */
import type { Conversation } from "../../page-sections.ts";
import { elementOf, readPageData } from "../../load-page.ts";

type Mode = "choosing" | "transcript" | "playing" | "paused" | "ended";

const TICK_MS = 100;
const FIRST_LINE_SECONDS = 0.5;
const LAST_LINE_SECONDS = 2;

const openers = new WeakMap<Element, () => void>();

/** Seconds until each line: the longer the one before it, the later. @param lengths in letters */
export function lineTimes(lengths: readonly number[], seconds: number): number[] {
  const efforts = lengths.slice(0, -1).map((length) => 20 + length);
  const effort = efforts.reduce((sum, each) => sum + each, 0);
  const pace = (seconds - FIRST_LINE_SECONDS - LAST_LINE_SECONDS) / effort;
  const times = [FIRST_LINE_SECONDS];
  for (const [index, each] of efforts.entries()) times.push((times[index] ?? 0) + each * pace);
  return times;
}

/**
 * @param prefersStill is passed in. If it were imported here, the bundler would put this module
 * into the file that has React
 * @returns opens the demo
 */
export function startDemo(prefersStill: () => boolean): () => void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog#demo");
  if (!dialog) return () => undefined;
  const open = openers.get(dialog) ?? createPlayer(dialog, prefersStill);
  openers.set(dialog, open);
  return open;
}

/**
 * Whether a click is on the backdrop, which closes the dialog. Such a click has the dialog as its
 * target, so only its place tells. Safari lacks the attribute `closedby`, which would do this.
 */
function isBeside(dialog: Element, { clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

function createPlayer(dialog: HTMLDialogElement, prefersStill: () => boolean): () => void {
  const find = (selector: string) => elementOf(`#demo ${selector}`);
  const log = find("[role=log]");
  const list = find("ol");
  const label = find("[role=log] > :nth-last-child(2)");
  const progress = find("progress");
  const end = Number(progress.getAttribute("max"));
  const toggle = find("[data-press=toggle]");
  const trades = [...dialog.querySelectorAll("a[data-press]")];
  const pageLabel = [...label.childNodes];
  const pageLines = [...list.children];
  let lines: Element[] = pageLines;
  let mode: Mode = "transcript";
  let ticks = 0;
  let timer = 0;

  function show(next: Mode): void {
    mode = next;
    clearInterval(timer);
    if (mode === "playing") timer = window.setInterval(tick, TICK_MS);
    if (mode === "transcript") ticks = 0;
    const hadFocus = document.activeElement === toggle;
    dialog.dataset["mode"] = mode;
    // The focused pause button is hidden now.
    const book = dialog.querySelector<HTMLElement>("progress + * > a");
    if (mode === "ended" && hadFocus) book?.focus();
    showDueLines();
  }

  function showDueLines(): void {
    const seconds = (ticks * TICK_MS) / 1000;
    progress.setAttribute("value", String(seconds));
    const lengths = lines.map(({ textContent }) => textContent.length);
    const dueCount = lineTimes(lengths, end).filter((at) => at <= seconds).length;
    const count = mode === "transcript" ? lines.length : dueCount;
    if (list.childElementCount > count) list.textContent = "";
    const fresh = lines.slice(list.childElementCount, count);
    list.append(...fresh);
    if (mode === "playing" && fresh.length > 0) log.scrollTop = log.scrollHeight;
  }

  function tick(): void {
    // Navigation inside the app may have left the page.
    if (!dialog.isConnected) return clearInterval(timer);
    ticks++;
    if (ticks * TICK_MS < end * 1000) return showDueLines();
    show("ended");
  }

  function play(): void {
    ticks = 0;
    show(prefersStill() ? "transcript" : "playing");
  }

  function open(): void {
    dialog.hidePopover?.();
    // Firefox before 98 and Safari before 15.4 have no dialogs: the demo opens in place.
    if (!dialog.showModal) dialog.setAttribute("open", "");
    else if (!dialog.open) dialog.showModal();
    const hasChosen = trades.some((each) => each.hasAttribute("aria-current"));
    play();
    if (trades.length > 0 && !hasChosen && mode === "playing") show("choosing");
  }

  function close(): void {
    if (!dialog.showModal) dialog.removeAttribute("open");
    else dialog.close();
    dialog.hidePopover?.();
    reset();
  }

  /** Restores the HTML of the page: React may hydrate later, and expects what the server sent. */
  function reset(): void {
    for (const each of trades) each.removeAttribute("aria-current");
    label.replaceChildren(...pageLabel);
    list.textContent = "";
    lines = pageLines;
    show("transcript");
  }

  async function choose(link: HTMLAnchorElement): Promise<void> {
    for (const each of trades) each.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    ticks = 0;
    lines = [];
    show("paused");
    try {
      const response = await fetch(readPageData().contentFiles.replace("*", "demos"));
      const demos: Record<string, Conversation | undefined> = await response.json();
      const { label: text, lines: conversation } = demos[link.pathname] ?? {};
      if (!link.hasAttribute("aria-current")) return;
      if (!conversation) throw new Error(`There is no demo for ${link.pathname}.`);
      const { href, text: name } = link;
      const tradeLink = Object.assign(document.createElement("a"), { href, textContent: name });
      label.replaceChildren(tradeLink, `: ${text}`);
      for (const input of document.querySelectorAll<HTMLInputElement>("#missed input")) {
        input.value = link.dataset[input.name] ?? input.value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      lines = conversation.map(lineOf);
    } catch (error) {
      console.error(error);
      // The trade's page has the conversation, too.
      return location.assign(link.href);
    }
    play();
  }

  function press(name: string | null): void {
    if (name === "transcript") return show("transcript");
    if (name === "restart") ticks = 0;
    show(name === "toggle" && mode === "playing" ? "paused" : "playing");
  }

  function click(event: MouseEvent): void {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return;
    const pressed = target.closest("button, [data-press]");
    if (!pressed) {
      if (target === dialog && isBeside(dialog, event)) close();
      return;
    }
    // Otherwise the link of a trade would open its page.
    event.preventDefault();
    if (pressed instanceof HTMLAnchorElement) void choose(pressed);
    else if (pressed.hasAttribute("data-press")) press(pressed.getAttribute("data-press"));
    else close();
  }

  dialog.addEventListener("click", click);
  dialog.addEventListener("close", reset);
  dialog.addEventListener("toggle", () => {
    if (!dialog.open && !dialog.matches(":popover-open")) reset();
  });
  reset();
  return open;
}

function lineOf({ kind, who, text }: Conversation["lines"][number]): HTMLLIElement {
  const line = document.createElement("li");
  line.dataset["kind"] = kind;
  line.append(Object.assign(document.createElement("strong"), { textContent: who }), ` ${text}`);
  return line;
}
