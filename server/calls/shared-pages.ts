/** Renders a page without a token once for everybody who asks for the same state. */
import type { ScheduleState } from "../../contract/http/page.ts";
import { encodeBody, QUICK, type EncodedBody } from "../http/encoded-body.ts";
import type { PageSender } from "../http/pages.ts";
import { pageState } from "./page-states.ts";

/** A page takes about 60 KB. The page that was asked for least recently goes first. */
const MOST_PAGES = 100;

export function createSharedPages(pages: Pick<PageSender, "render">) {
  const rendered = new Map<string, Promise<EncodedBody>>();

  async function render(state: ScheduleState): Promise<EncodedBody> {
    const html = await pages.render(pageState(200, state));
    return encodeBody(
      Buffer.from(html),
      "schedule.html",
      { "cache-control": "no-cache" },
      QUICK,
    );
  }

  function keep(key: string, page: Promise<EncodedBody>): void {
    rendered.delete(key);
    rendered.set(key, page);
    const [oldest] = rendered.keys();
    if (rendered.size > MOST_PAGES && oldest !== undefined)
      rendered.delete(oldest);
  }

  return {
    has: (state: ScheduleState): boolean => rendered.has(JSON.stringify(state)),

    /** Requests that come while the page is rendered wait for the same page. */
    page(state: ScheduleState): Promise<EncodedBody> {
      const key = JSON.stringify(state);
      const page = rendered.get(key) ?? render(state);
      keep(key, page);
      page.catch(() => rendered.delete(key));
      return page;
    },
  };
}
