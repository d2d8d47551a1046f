import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sumOf } from "../../contract/funnel.ts";
import { content } from "../../tests/content.ts";
import { FunnelPage } from "./funnel-page.tsx";
import { InboxContext, inboxOf } from "./frame.tsx";

test("each step has its share of the visits, and the few who book are not rounded to nothing", () => {
  const figures = { ...sumOf("google", []), visits: 627, begun: 84, booked: 2 };
  const page = renderToStaticMarkup(
    <InboxContext
      value={inboxOf({ ...content, logo: null }, { now: "2027-03-01T12:00:00Z", timeZone: "UTC" })}
    >
      <FunnelPage funnel={{ days: 30, sources: [figures] }} />
    </InboxContext>,
  );
  for (const cell of ["627", "84 (13%)", "2 (0.32%)", "0 (0%)"]) expect(page).toContain(`<td>${cell}</td>`);
});
