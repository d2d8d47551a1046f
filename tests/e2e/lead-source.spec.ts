/** A lead is stored with its origin and the consent note that the visitor saw; `visit.spec.ts` has the ways that a script follows. */
import { content } from "../content.ts";
import { sendAndConfirm } from "./booking-form.ts";
import { enterInbox } from "./operator.ts";
import { expect, test } from "./test.ts";

const { bookCall, leadContent } = content;

test.use({ javaScriptEnabled: false });

test("without a script the address of the form says where the lead came from", async ({
  page,
  site,
  visitor,
}) => {
  await page.goto("/book-call?utm_source=mailing");
  await sendAndConfirm(page, visitor);
  await enterInbox(page, site);
  await page.goto(`/inbox?search=${encodeURIComponent(visitor.email)}`);
  await page.getByRole("rowheader").getByRole("link").click();
  const came = page.locator(".facts > div").filter({ has: page.getByText(leadContent.cameFrom) });
  await expect(came.locator("dd")).toHaveText("mailing · /book-call · utm_source=mailing");
  const consent = page.locator("details").filter({ hasText: leadContent.consent.replace(" {version}", "") });
  await consent.locator("summary").click();
  await expect(consent.locator("p")).toHaveText(bookCall.consent);
});
