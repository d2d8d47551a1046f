/** Renders a page to HTML: at build for the prerendered ones, in the server for errors and refused forms. */
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import * as v from "valibot";
import { OtherOriginsSchema } from "../contract/build-manifest.ts";
import type { PageState, RendererModule } from "../contract/page.ts";
import { App } from "./app.tsx";
import { AssetsSchema, Document, markdownPageAt, tradeAt } from "./document.tsx";
import { ContentSchema } from "./content/schema.ts";
import { SharedContentContext } from "./components/shared-content.ts";
import { StillSchedule, WholeScheduleForm } from "./pages/schedule/still-pages.tsx";
import { createInboxRenderer } from "./inbox/render-inbox.tsx";
import { pageNameOf, putTogether, whole } from "./load-page.ts";
import { contentForVisit, sharedContent, tradeContent, type SharedContent } from "./page-content.ts";
import { TradePage } from "./pages/trade/trade-page.tsx";
import { PlainPage } from "./components/plain-page.tsx";

const InputSchema = v.object({
  content: ContentSchema,
  assets: AssetsSchema,
  otherOrigins: OtherOriginsSchema,
});

export type RendererInput = v.InferOutput<typeof InputSchema>;

const rendering: typeof whole = { ...whole, scheduleForm: async () => WholeScheduleForm };

/** Shapes may close themselves (HTML Standard, "foreign elements"): the landing page has to fit into one flight. */
const EMPTY_SHAPE = /><\/(?:circle|line|path|rect)>/g;

export const createRenderer: RendererModule["createRenderer"] = (input) => {
  const { content, assets, otherOrigins } = v.parse(InputSchema, input);
  const pages = contentForVisit(content);
  const { logo } = sharedContent(content, { status: 200, form: { kind: "empty" } });

  async function renderPage(state: PageState): Promise<string> {
    const name = pageNameOf(state);
    const page = name && (await putTogether(name, pages[name], rendering));
    const shared = sharedContent(content, state);
    const prose = markdownPageAt(content, state.path);
    const trade = tradeAt(content, state.path);
    const { schedule, form } = state;
    const app =
      schedule && !page ? (
        <SharedContentContext value={shared}>
          <StillSchedule {...{ schedule, form }} content={{ ...content, ...pages.scheduleForm }} />
        </SharedContentContext>
      ) : prose ? (
        <ProsePage html={prose.html} shared={shared} />
      ) : trade ? (
        <TradePage content={tradeContent(content, trade)} shared={shared} />
      ) : (
        <App state={state} page={page} shared={shared} />
      );
    const html = renderToString(app).replaceAll(EMPTY_SHAPE, "/>");
    return `<!doctype html>${renderToStaticMarkup(<Document {...{ state, content, assets, otherOrigins, html }} />)}`;
  }

  return { renderPage, inbox: createInboxRenderer({ ...content, logo }, assets.fonts) };
};

/** @param html from the build, which escapes HTML in the text */
export function ProsePage({ html, shared }: { html: string; shared: SharedContent }) {
  return (
    <SharedContentContext value={shared}>
      <PlainPage className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </SharedContentContext>
  );
}
