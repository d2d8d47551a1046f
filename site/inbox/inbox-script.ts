/**
 * The one script of the inbox, inline in its pages: it copies, offers to mark a lead as answered after a reply, handles
 * keys, and keeps the list up to date. Without it everything works by links and forms.
 */
export function inboxScript(): void {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
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
  const keys = document.querySelector<HTMLInputElement>("input#keys");
  if (keys?.parentElement) {
    keys.parentElement.hidden = false;
    keys.checked = localStorage.getItem("keys") !== "off";
    keys.addEventListener("change", () => localStorage.setItem("keys", keys.checked ? "on" : "off"));
  }
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    const isTyping = at?.matches("input:not([type=checkbox]), select, textarea");
    if (!keys?.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = all("tbody th a");
    const row = rows.findIndex((link) => link === at);
    if (event.key === "/" && all("#search")[0]) {
      event.preventDefault();
      all("#search")[0]?.focus();
    } else if (event.key === "j" || event.key === "k") {
      if (rows.length === 0) press(event.key === "j" ? "[rel=next]" : "[rel=prev]");
      else rows[Math.max(0, event.key === "j" ? Math.min(row + 1, rows.length - 1) : row - 1)]?.focus();
    } else if (event.key === "e") {
      if (row >= 0) at?.closest("tr")?.querySelector<HTMLElement>("input:not(:checked)")?.click();
      if (row >= 0 || rows.length === 0) press("[data-answer]");
    }
  });

  let loadedAt = Date.now();
  const refresh = async () => {
    if (document.hidden || Date.now() - loadedAt < 50_000) return;
    loadedAt = Date.now();
    const response = await fetch(location.href).catch(() => undefined);
    if (response?.status === 401) location.reload();
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const ticked = all("input:checked").map((box) => box.getAttribute("value"));
    const focused =
      document.activeElement?.getAttribute("href") ?? document.activeElement?.getAttribute("value");
    const young = page.querySelectorAll("[data-young]");
    all("[data-young]").forEach((old, index) => young[index] && old.replaceWith(young[index]));
    for (const each of all("[data-young] a, [data-young] input, [data-young] button")) {
      const value = each.getAttribute("href") ?? each.getAttribute("value");
      if (value && value === focused) each.focus();
      if (value && each.matches("input") && ticked.includes(value)) each.click();
    }
  };
  if (all("[data-young]")[0]) {
    setInterval(() => void refresh(), 10_000);
    document.addEventListener("visibilitychange", () => void refresh());
  }
}
