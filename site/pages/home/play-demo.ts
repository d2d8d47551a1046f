/** Pages of trades work without React, so this module must not load React. */

import { fillIn } from "../../../contract/content/fill-in.ts";
import { prefersReducedMotion } from "../../components/motion.ts";
import { elementOf, readPageData } from "../../page-data.ts";
import type { TradeDemo } from "../../page-sections.ts";
import { opensElsewhere } from "./opens-elsewhere.ts";

const TICK_MS = 100;
const TRADES = "[role=log] > :first-child > a";

interface ConversationNodes {
  label: readonly (Node | string)[];
  lines: readonly Element[];
}

interface DemoState extends ConversationNodes {
  mode: "choosing" | "transcript" | "playing" | "paused" | "ended";
  playedMs: number;
  /** The path of the chosen trade's page. */
  trade?: string | undefined;
}

const players = new WeakMap<Element, Player>();

/** @returns a function that opens the demo */
export function startDemo(): () => void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog#demo");
  // Firefox before 98 and Safari before 15.4
  // have no dialogs, so they show no demo.
  if (!dialog?.showModal) return () => undefined;
  let player = players.get(dialog);
  if (!player) {
    player = createPlayer(dialog);
    players.set(dialog, player);
    listen(player);
  }
  return () => open(player);
}

type Player = ReturnType<typeof createPlayer>;

function createPlayer(dialog: HTMLDialogElement) {
  const find = (selector: string) => elementOf(`#demo ${selector}`);
  const log = find("[role=log]");
  const label = find("[role=log] > :nth-last-child(2)");
  const list = find("ol");
  const progress = find("progress");
  const lengthMs = Number(progress.getAttribute("max")) * 1000;
  const nodes = { label: [...label.childNodes], lines: [...list.children] };
  /** The state in the HTML, to which a closed demo returns. */
  const sent: DemoState = {
    mode: "transcript",
    playedMs: 0,
    trade: undefined,
    ...nodes,
  };
  const trades = [...dialog.querySelectorAll<HTMLAnchorElement>(TRADES)];
  return {
    dialog,
    log,
    label,
    list,
    progress,
    lengthMs,
    trades,
    // A recording has the browser's own
    // controls, and its transcript stays whole.
    prefersStill: () => "played" in dialog.dataset || prefersReducedMotion(),
    sent,
    state: sent,
    timer: 0,
  };
}

function listen(player: Player): void {
  const { dialog, sent } = player;
  const closed = () => {
    dialog.querySelector<HTMLMediaElement>("audio, video")?.pause();
    show(player, sent);
  };
  dialog.addEventListener("click", (event) => click(player, event));
  dialog.addEventListener("close", closed);
  dialog.addEventListener("toggle", () => {
    if (!dialog.open && !dialog.matches(":popover-open")) closed();
  });
  show(player, sent);
}

function show(player: Player, change: Partial<DemoState>): void {
  const { dialog, log, label, list } = player;
  const { progress, lengthMs, trades } = player;
  const state = { ...player.state, ...change };
  const { mode, trade, playedMs, lines } = state;
  player.state = state;
  const hadFocus = document.activeElement?.matches("#demo [data-press=toggle]");
  dialog.dataset["mode"] = mode;
  // The pause button had the focus and is now hidden.
  if (mode === "ended" && hadFocus)
    dialog.querySelector<HTMLElement>("progress + * > a")?.focus();
  for (const each of trades) {
    if (each.pathname === trade) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  if (label.firstChild !== state.label[0])
    label.replaceChildren(...state.label);
  progress.setAttribute("value", String(playedMs / 1000));
  const dueCount =
    mode === "transcript"
      ? lines.length
      : Math.ceil((playedMs / lengthMs) * lines.length);
  const due = lines.slice(0, dueCount);
  for (const line of list.querySelectorAll("li"))
    if (!due.includes(line)) line.remove();
  const fresh = due.slice(list.childElementCount);
  list.append(...fresh);
  if (mode === "playing" && fresh.length > 0) log.scrollTop = log.scrollHeight;
  clearTimeout(player.timer);
  if (mode === "playing")
    player.timer = window.setTimeout(tick, TICK_MS, player);
}

function tick(player: Player): void {
  const playedMs = player.state.playedMs + TICK_MS;
  show(player, {
    playedMs,
    mode: playedMs < player.lengthMs ? "playing" : "ended",
  });
}

function open(player: Player): void {
  const { dialog, trades, prefersStill } = player;
  dialog.hidePopover?.();
  if (!dialog.open) dialog.showModal();
  if (trades.length === 0 || prefersStill()) play(player);
  else show(player, { mode: "choosing", playedMs: 0 });
}

/**
 * Plays from the start. A visitor who prefers no motion gets the transcript.
 */
function play(player: Player): void {
  show(player, {
    mode: player.prefersStill() ? "transcript" : "playing",
    playedMs: 0,
  });
}

function click(player: Player, event: MouseEvent): void {
  const { dialog, state } = player;
  const { target } = event;
  if (!(target instanceof Element) || opensElsewhere(event)) return;
  const pressed = target.closest<HTMLElement>(`button, ${TRADES}`);
  if (!pressed && !(target === dialog && isOnBackdrop(dialog, event))) return;
  // Without this, a trade's link would open the trade's page.
  event.preventDefault();
  if (pressed instanceof HTMLAnchorElement) return void choose(player, pressed);
  switch (pressed?.dataset["press"]) {
    case "toggle":
      return show(player, {
        mode: state.mode === "playing" ? "paused" : "playing",
      });
    case "restart":
      return show(player, { mode: "playing", playedMs: 0 });
    case "transcript":
      return show(player, { mode: "transcript", playedMs: 0 });
    default:
      dialog.close();
      dialog.hidePopover?.();
  }
}

/**
 * A click on the backdrop has the dialog as its target, so only
 * the place of the click differs. Browsers with `closedby`
 * close the dialog themselves, but Safari lacks `closedby`.
 */
function isOnBackdrop(
  dialog: Element,
  { clientX: x, clientY: y }: MouseEvent,
): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

async function choose(player: Player, link: HTMLAnchorElement): Promise<void> {
  const trade = link.pathname;
  show(player, { mode: "paused", playedMs: 0, trade, lines: [] });
  const demo = await loadDemo(trade).catch(console.error);
  // Since the request, the visitor may have
  // chosen a different trade or closed the demo.
  if (player.state.trade !== trade) return;
  // Without a network, the page's own conversation comes back.
  if (!demo) {
    const note = player.log.getAttribute("data-failed") ?? "";
    show(player, { ...player.sent, label: [note] });
    return player.label.scrollIntoView({ block: "nearest" });
  }
  show(player, nodesOf(demo, link));
  play(player);
  const values: Record<string, number | undefined> = demo.missed;
  for (const input of document.querySelectorAll<HTMLInputElement>(
    "#missed input",
  )) {
    input.value = String(values[input.name] ?? input.value);
    // An event of `input` would be the visitor's, and reach the form.
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

async function loadDemo(path: string) {
  const response = await fetch(
    fillIn(readPageData().contentFiles, { page: "demos" }),
  );
  const demos: Record<string, TradeDemo | undefined> = await response.json();
  return demos[path];
}

function nodesOf(
  { label, lines }: TradeDemo,
  { href, text }: HTMLAnchorElement,
): ConversationNodes {
  const link = Object.assign(document.createElement("a"), {
    href,
    textContent: text,
  });
  return { label: [link, `: ${label}`], lines: lines.map(lineOf) };
}

function lineOf({
  kind,
  who,
  text,
}: TradeDemo["lines"][number]): HTMLLIElement {
  const line = document.createElement("li");
  line.dataset["kind"] = kind;
  line.append(
    Object.assign(document.createElement("strong"), { textContent: who }),
    ` ${text}`,
  );
  return line;
}
