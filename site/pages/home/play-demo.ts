/** This module must not load React, since pages of trades do without React. */
import { fillIn } from "../../../contract/fill-in.ts";
import type { Conversation } from "../../page-sections.ts";
import { elementOf, readPageData } from "../../load-page.ts";
import { dueLines, next, PRESSES, TICK_MS, type DemoEvent, type DemoState, type Said } from "./demo-state.ts";

const players = new WeakMap<Element, Player>();

/**
 * @param prefersStill whether the visitor wants no motion. If this module imported the function,
 * the bundler would put this module into the file with React
 * @returns a function that opens the demo
 */
export function startDemo(prefersStill: () => boolean): () => void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog#demo");
  // Firefox before 98 and Safari before 15.4 have no dialogs, so they show no demo.
  if (!dialog?.showModal) return () => undefined;
  let player = players.get(dialog);
  if (!player) {
    player = createPlayer(dialog, prefersStill);
    players.set(dialog, player);
    listen(player);
  }
  return () => open(player);
}

type Player = ReturnType<typeof createPlayer>;

function createPlayer(dialog: HTMLDialogElement, prefersStill: () => boolean) {
  const find = (selector: string) => elementOf(`#demo ${selector}`);
  const log = find("[role=log]");
  const label = find("[role=log] > :nth-last-child(2)");
  const list = find("ol");
  const progress = find("progress");
  const seconds = Number(progress.getAttribute("max"));
  const said = { label: [...label.childNodes], lines: [...list.children] };
  /** The state that the server sent. A closed demo shows it, since hydration expects it. */
  const sent: DemoState = { mode: "transcript", playedMs: 0, seconds, ...said };
  const trades = [...dialog.querySelectorAll<HTMLAnchorElement>("a[data-press]")];
  return { dialog, log, label, list, progress, trades, prefersStill, sent, state: sent, timer: 0 };
}

function listen(player: Player): void {
  const { dialog, sent } = player;
  dialog.addEventListener("click", (event) => click(player, event));
  dialog.addEventListener("close", () => show(player, sent));
  dialog.addEventListener("toggle", () => {
    if (!dialog.open && !dialog.matches(":popover-open")) show(player, sent);
  });
  show(player, sent);
}

function send(player: Player, event: DemoEvent): void {
  show(player, next(player.state, event));
}

function show(player: Player, state: DemoState): void {
  const { dialog, log, label, list, progress, trades } = player;
  const { mode, trade, playedMs } = state;
  player.state = state;
  const hadFocus = document.activeElement?.matches("#demo [data-press=toggle]");
  dialog.dataset["mode"] = mode;
  // The pause button had the focus and is now hidden.
  if (mode === "ended" && hadFocus) dialog.querySelector<HTMLElement>("progress + * > a")?.focus();
  for (const each of trades) {
    if (each.pathname === trade) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  if (label.firstChild !== state.label[0]) label.replaceChildren(...state.label);
  progress.setAttribute("value", String(playedMs / 1000));
  const due = dueLines(state);
  for (const line of list.querySelectorAll("li")) if (!due.includes(line)) line.remove();
  const fresh = due.slice(list.childElementCount);
  list.append(...fresh);
  if (mode === "playing" && fresh.length > 0) log.scrollTop = log.scrollHeight;
  clearTimeout(player.timer);
  // The app may show a different page by now.
  if (mode === "playing" && dialog.isConnected)
    player.timer = window.setTimeout(send, TICK_MS, player, { type: "tick" });
}

function open(player: Player): void {
  const { dialog, trades, prefersStill } = player;
  dialog.hidePopover?.();
  if (!dialog.open) dialog.showModal();
  send(player, { type: "open", isStill: prefersStill(), asksForTrade: trades.length > 0 });
}

function click(player: Player, event: MouseEvent): void {
  const { dialog } = player;
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return;
  const pressed = target.closest<HTMLElement>("button, [data-press]");
  if (!pressed && !(target === dialog && isBeside(dialog, event))) return;
  // Otherwise the link of a trade would open the page of the trade.
  event.preventDefault();
  const press = PRESSES.find((each) => each === pressed?.dataset["press"]);
  if (pressed instanceof HTMLAnchorElement) return void choose(player, pressed);
  if (press) return send(player, { type: press });
  dialog.close();
  dialog.hidePopover?.();
}

/**
 * Whether a click is on the backdrop, which closes the dialog. A click on the backdrop has the
 * dialog as its target, so only its place tells. Safari needs this: it lacks `closedby`.
 */
function isBeside(dialog: Element, { clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

async function choose(player: Player, link: HTMLAnchorElement): Promise<void> {
  const trade = link.pathname;
  send(player, { type: "choose", trade });
  try {
    const said = await loadSaid(link);
    send(player, { type: "loaded", trade, said, isStill: player.prefersStill() });
  } catch (error) {
    console.error(error);
    // The trade's page also shows the conversation.
    return location.assign(link.href);
  }
  if (player.state.trade !== trade) return;
  for (const input of document.querySelectorAll<HTMLInputElement>("#missed input")) {
    input.value = link.dataset[input.name] ?? input.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

async function loadSaid({ href, pathname, text }: HTMLAnchorElement): Promise<Said> {
  const response = await fetch(fillIn(readPageData().contentFiles, { page: "demos" }));
  const demos: Record<string, Conversation | undefined> = await response.json();
  const conversation = demos[pathname];
  if (!conversation) throw new Error(`There is no demo for ${pathname}.`);
  const link = Object.assign(document.createElement("a"), { href, textContent: text });
  return { label: [link, `: ${conversation.label}`], lines: conversation.lines.map(lineOf) };
}

function lineOf({ kind, who, text }: Conversation["lines"][number]): HTMLLIElement {
  const line = document.createElement("li");
  line.dataset["kind"] = kind;
  line.append(Object.assign(document.createElement("strong"), { textContent: who }), ` ${text}`);
  return line;
}
