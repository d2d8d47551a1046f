/** How the inbox and the site's editor look: see `looks.spec.ts`. */
import { INBOX, LINK_PATHS } from "../../contract/http/routes.ts";
import * as form from "./booking-form.ts";
import { listLooks } from "./looks.ts";
import { enterInbox } from "./operator.ts";
import { book, offeredTimes } from "./schedule-board.ts";
import { expect, expectErrors, test } from "./test.ts";

// Each list has thousands of styles.
test.setTimeout(240_000);
// A store without the leads and calls of other tests.
test.use({ siteEnv: {} });

test("the inbox looks as listed", async ({ page, site, request, visitor }) => {
  const { add, addPages, expectListed } = listLooks(page);
  const [first = "", second = ""] = (await offeredTimes(request)).toReversed();
  const problems = "No one answers the phone. ".repeat(40);
  const colleague = form.exampleVisitor(`colleague-${Date.now()}`);
  await book(request, { ...colleague, problems }, first);
  await book(request, { ...visitor, problems }, second);
  const id = String(site.leads(visitor.email)[0]?.["id"]);
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
  expectListed("inbox");
});

test("the site's editor looks as listed", async ({ page, site }) => {
  const { addPages, expectListed } = listLooks(page);
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
    "the editor": `${INBOX.site}?page=/book-call&at=/bookCall/lead&turn=0`,
  });
  expectListed("editor");
});
