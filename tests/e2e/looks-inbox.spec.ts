/** How the inbox and the site's editor look: see `looks.spec.ts`. */

import { INBOX, LINK_PATHS } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { listLooks } from "./looks.ts";
import { enterInbox, inStore, sendLead } from "./operator.ts";
import { book, offeredTimes } from "./schedule-board.ts";
import { buttonIn, expect, expectErrors, test } from "./test.ts";

const { inbox } = content;

/** What can become of a lead. */
const STATES = [
  ...["lost", "spam", "suspected"].map((outcome) => `outcome = '${outcome}'`),
  "due_at = came_at",
  "answered_at = came_at, owner = 'ana@agency.example'",
];

// Each list has thousands of styles.
test.setTimeout(240_000);
// A store without the leads and calls of other tests.
test.use({ siteEnv: {} });

test("the inbox looks as listed", async ({ page, site, request, visitor }) => {
  const { add, addPages, addTouched, expectListed } = listLooks(page);
  const [first = "", second = ""] = (await offeredTimes(request)).toReversed();
  const problems = "No one answers the phone. ".repeat(40);
  const colleague = form.exampleVisitor(`colleague-${Date.now()}`);
  await book(request, { ...colleague, problems }, first);
  await book(request, { ...visitor, problems }, second);
  const id = String(site.leads(visitor.email)[0]?.["id"]);
  for (const [at, state] of STATES.entries()) {
    const lead = form.leadOf(form.exampleVisitor(`${at}`));
    const change = `UPDATE lead_contexts SET ${state} WHERE lead_id = ?`;
    inStore(site, change, await sendLead(site, lead));
  }
  expectErrors(page, /Failed to load resource/);
  await page.goto(INBOX.path);
  await add("no sign-in");
  await page.getByRole("textbox").fill(visitor.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText(visitor.email)).toBeVisible();
  await add("a mailed sign-in");
  await page.goto(LINK_PATHS.inbox);
  await add("a link that is none");
  await enterInbox(page, site);
  await addPages({
    "the list": `${INBOX.path}?filter=all`,
    "a lead by hand": INBOX.add,
    calls: INBOX.calls,
    team: INBOX.page("team"),
    sources: INBOX.page("sources"),
    removal: INBOX.erase(id),
    "a lead": INBOX.lead(id),
  });
  await page.emulateMedia({ media: "print" });
  await add("a lead, printed");
  await page.emulateMedia({ media: "screen" });
  await buttonIn(page, inbox.filters.won).click();
  await add("a lead that was won");
  await addTouched("a lead");
  await page.goto(`${INBOX.path}?filter=all`);
  await addTouched("the list");
  expectListed("inbox");
});

test("the site's editor looks as listed", async ({ page, site }) => {
  const { addPages, addTouched, expectListed } = listLooks(page);
  await enterInbox(page, site);
  const { siteFields, sitePage } = INBOX;
  await addPages({
    launch: INBOX.launch,
    texts: INBOX.siteTexts,
    pictures: INBOX.sitePictures,
    colors: `${siteFields}?at=/colors`,
    hours: `${siteFields}?at=/workingHours`,
    services: `${siteFields}?at=/services`,
    "what the server sets": `${siteFields}?at=/site`,
    "a page": `${sitePage}?from=pages/_terms.md`,
    "a line in capitals": `${INBOX.site}?page=/&at=/hero/eyebrow&turn=0`,
    "the editor": `${INBOX.site}?page=/book-call&at=/bookCall/lead&turn=0`,
  });
  await addTouched("the editor");
  expectListed("editor");
});
