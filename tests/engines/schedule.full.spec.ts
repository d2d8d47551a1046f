/** A call booked on the scheduling page, in each engine. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { schedulePage } = content;

test("a visitor picks a time, and the form books it", async ({ visitor, site, answers }) => {
  await visitor.open(SCHEDULE_PATH);
  await visitor.untilHydrated();
  await visitor.clicks("button", schedulePage.take);
  await visitor.finds("button", content.bookCall.submit);
  await visitor.untilHydrated();
  await visitor.types(schedulePage.phone, "+44 20 7946 0958");
  await visitor.fillsIn(answers);
  await visitor.clicks("button", content.bookCall.submit);
  await visitor.finds("heading", content.confirmation.heading);
  await visitor.finds("link", schedulePage.move);
  expect(site.leads(answers.email)).toHaveLength(1);
});
