/**
 * The one script of the inbox, inline in its pages: it copies, offers to mark a lead as answered after a reply, and ticks
 * all rows. Without it everything works by links and forms.
 */
export function inboxScript(): void {
  const all = <Kind extends HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)];

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
}
