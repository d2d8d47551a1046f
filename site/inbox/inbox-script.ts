/**
 * The one script of the inbox, inline in its pages: it copies, offers to mark a lead as answered after a reply, handles
 * keys, keeps the list up to date, and says what others changed. Without it everything works by links and forms.
 */
export function inboxScript(): void {
  const all = <Kind extends HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)];
  const press = (selector: string) => all(selector)[0]?.click();

  for (const button of navigator.clipboard ? all("[data-copy]") : []) {
    button.hidden = false;
    const copy = async () => {
      await navigator.clipboard.writeText(button.dataset["copy"] ?? "");
      button.textContent = button.dataset["copied"] ?? "";
    };
    button.addEventListener("click", () => void copy());
  }
  all("[data-reply]")[0]?.addEventListener("click", () => {
    for (const offer of all("[data-sent]")) offer.hidden = false;
  });

  // A person who uses voice control can turn single keys off (WCAG 2.1.4).
  const keys = all<HTMLInputElement>("#keys")[0];
  if (keys) {
    keys.checked = localStorage.getItem("keys") !== "off";
    keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
  }
  // `e` loads the page anew, and the answered lead may be gone from its row. The tab's name outlives a page.
  const before = Number(window.name) - 1;
  window.name = "";
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    const isTyping = at?.matches("input:not([type=checkbox]), select, textarea");
    if (!keys?.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = all("tbody th a");
    const focused = rows.findIndex((link) => link === at);
    const row = focused < 0 ? before : focused;
    const [search] = all("#search");
    if (event.key === "/" && search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "j" || event.key === "k") {
      if (rows.length === 0) press(event.key === "j" ? "[rel=next]" : "[rel=prev]");
      else rows[Math.max(0, event.key === "j" ? Math.min(row + 1, rows.length - 1) : row - 1)]?.focus();
    } else if (event.key === "e") {
      if (focused >= 0) {
        at?.closest("tr")?.querySelector<HTMLElement>("input:not(:checked)")?.click();
        window.name = String(focused);
      }
      if (focused >= 0 || rows.length === 0) press("[data-answer]");
    }
  });

  const every = all<HTMLInputElement>("#every")[0];
  every?.addEventListener("change", () => {
    for (const box of all<HTMLInputElement>("tbody input")) box.checked = every.checked;
  });

  // What was typed survives the page that shows the changes of others.
  const typed = () =>
    all<HTMLInputElement & { defaultValue?: string }>("textarea, select, input:not([type=hidden])");
  const nameOfField = (field: HTMLInputElement) =>
    `${field.form?.getAttribute("action") ?? ""} ${field.name}`;
  const storage = () => {
    try {
      return sessionStorage;
    } catch {
      return undefined;
    }
  };
  const kept: [string, string][] = JSON.parse(storage()?.getItem("typed") ?? "[]");
  storage()?.removeItem("typed");
  for (const field of typed()) {
    const text = kept.find(([name]) => name === nameOfField(field))?.[1];
    if (text === undefined) continue;
    field.value = text;
    field.closest("details")?.setAttribute("open", "");
  }

  const notice = all("#changes")[0];
  const [status, show] = [notice?.querySelector("p"), notice?.querySelector("button")];
  show?.addEventListener("click", () => {
    if (notice?.dataset["shown"] === undefined) {
      loadedAt = 0;
      return void refresh();
    }
    const changed = typed().filter(({ value, defaultValue }) => value !== (defaultValue ?? ""));
    // Where storage is blocked, what was typed is worth more than the newer page.
    if (changed.length > 0 && !storage()) return;
    storage()?.setItem("typed", JSON.stringify(changed.map((field) => [nameOfField(field), field.value])));
    location.assign(location.pathname + location.search);
  });
  const told = new Map<string, string>();
  const noteAt = (id: string, text: string) => rowOf(id)?.querySelector("[data-note]")?.replaceChildren(text);
  const rowOf = (id: string) => all(`[name=lead][value^="${id}"]`)[0]?.closest("tr");
  const look = async () => {
    if (document.hidden || !notice) return;
    const { from, shown, changed = "", deleted = "", visitor, nobody } = notice.dataset;
    const ticks =
      shown === undefined ? all<HTMLInputElement>("[name=lead]").map(({ value }) => value) : [shown];
    if (ticks.length === 0) return;
    const query = new URLSearchParams(ticks.map((tick) => ["lead", tick]));
    const response = await fetch(`${from}?${query.toString()}`).catch(() => undefined);
    if (response?.status !== 200) return;
    const found: { id: string; author?: string; deleted?: true }[] = await response.json();
    const said: string[] = [];
    for (const { id, author, deleted: isGone } of found) {
      const by = (author === "visitor" ? visitor : (author ?? nobody)) ?? "";
      const text = isGone ? deleted : changed.replace("{by}", () => by);
      if (told.get(id) === text) continue;
      told.set(id, text);
      noteAt(id, text);
      const name = rowOf(id)?.querySelector("th a")?.textContent;
      said.push(name ? `${name}: ${text}` : text);
      if (show) show.hidden = Boolean(isGone) && shown !== undefined;
    }
    if (said.length > 0) status?.replaceChildren(said.join(" "));
  };
  if (notice) {
    setInterval(() => void look(), 10_000);
    document.addEventListener("visibilitychange", () => void look());
  }

  let loadedAt = Date.now();
  const refresh = async () => {
    if (document.hidden || Date.now() - loadedAt < 50_000) return;
    loadedAt = Date.now();
    const response = await fetch(location.href).catch(() => undefined);
    if (response?.status === 401) location.reload();
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // A lead stays ticked when its version changes.
    const nameOf = (one: Element | null) =>
      one?.getAttribute("href") ?? one?.getAttribute("value")?.split(".")[0];
    const ticked = all("input:checked").map(nameOf);
    const focused = nameOf(document.activeElement);
    const young = page.querySelectorAll("[data-young]");
    all("[data-young]").forEach((old, index) => young[index] && old.replaceWith(young[index]));
    // The rows say until the next time what was new in them.
    for (const [id, text] of told) noteAt(id, text);
    told.clear();
    status?.replaceChildren();
    if (show) show.hidden = true;
    for (const each of all("[data-young] a, [data-young] input, [data-young] button")) {
      const name = nameOf(each);
      if (name && name === focused) each.focus();
      if (name && each.matches("input") && ticked.includes(name)) each.click();
    }
  };
  if (all("[data-young]")[0]) {
    setInterval(() => void refresh(), 10_000);
    document.addEventListener("visibilitychange", () => void refresh());
  }
}
