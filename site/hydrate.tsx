/** Takes over the prerendered page: reads the state it was rendered with and hydrates the same tree. */
import { hydrateRoot } from "react-dom/client";
import { PAGE_STATE_ID, type PageState } from "../contract/page.ts";
import { App } from "./app.tsx";

let hydrated = false;

/** @throws {Error} when the page was not built by this project */
export function hydrate(): void {
  if (hydrated) return;
  hydrated = true;
  const root = document.getElementById("root");
  const block = document.getElementById(PAGE_STATE_ID);
  if (!root || !block)
    throw new Error("The page lacks its root or its state; it was not built by this project.");
  const state: PageState = JSON.parse(block.textContent);
  hydrateRoot(root, <App state={state} />);
}
