/**
 * How pages look on three screens: lists of what style sheets make of their
 * elements. `accessibility.spec.ts` tests that everything fits.
 */
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { listLooks } from "./looks.ts";
import { enterInbox } from "./operator.ts";
import {
  book,
  bookFirst,
  offeredTimes,
  openBoard,
  pickTime,
} from "./schedule-board.ts";
import { buttonIn, expect, expectErrors, pageHeading, test } from "./test.ts";

// A store without the leads and calls of other tests.
test.use({ siteEnv: {} });

const { demo, header, hero, schedulePage } = content;

test("the landing page and its parts look as listed", async ({ page }) => {
  const { add, expectListed } = listLooks(page);
  await openHome(page);
  // Its code brings the styles of what is below the first screen.
  await buttonIn(page, hero.watchDemo).click();
  await expect(buttonIn(page, demo.restart)).toBeVisible();
  await add("the demo");
  await page.keyboard.press("Escape");
  await add("the landing page");
  await page.setViewportSize({ width: 360, height: 740 });
  await buttonIn(page, header.menuButton).click();
  await add("its menu");
  await page.emulateMedia({ forcedColors: "active" });
  await add("its menu, in forced colors");
  await page.goto(`/${Object.keys(content.trades)[0]}`);
  await add("the page of a trade");
  expectListed("landing");
});

test("the form and the pages of a call look as listed", async ({
  page,
  visitor,
}) => {
  const { add, expectListed } = listLooks(page);
  await openForm(page);
  await add("the form");
  await form.submit(page);
  await add("the form, refused");
  expectErrors(page, /Failed to load resource|Failed to fetch/);
  await form.fillIn(page, visitor);
  await form.answerOnce(page, (route) => route.abort());
  await form.submit(page);
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
  await add("the form, failed");
  await form.sendAndConfirm(page, visitor);
  await add("the confirmation");
  await openBoard(page);
  await add("the board");
  await pickTime(page);
  await add("the form of a time");
  await page.goBack();
  await bookFirst(page, visitor);
  await add("a booked call");
  await page.emulateMedia({ media: "print" });
  await add("a booked call, printed");
  await page.emulateMedia({ media: "screen" });
  await page.getByText(schedulePage.cancel, { exact: true }).click();
  await add("its cancellation");
  await buttonIn(page, schedulePage.cancelYes).click();
  await expect(pageHeading(page)).toHaveText(schedulePage.states.cancelled);
  await add("a canceled call");
  await page.goto("/no-such-page");
  await add("an error");
  expectListed("booking");
});

test("the inbox looks as listed", async ({ page, site, request, visitor }) => {
  const { add, expectListed } = listLooks(page);
  const [first = "", second = ""] = (await offeredTimes(request)).toReversed();
  const problems = "No one answers the phone. ".repeat(40);
  const colleague = form.exampleVisitor(`colleague-${Date.now()}`);
  await book(request, { ...colleague, problems }, first);
  await book(request, { ...visitor, problems }, second);
  const id = String(site.leads(visitor.email)[0]?.["id"]);
  await enterInbox(page, site);
  for (const [state, path] of Object.entries({
    "the list": `${INBOX.path}?filter=all`,
    "a lead by hand": INBOX.add,
    calls: INBOX.calls,
    team: INBOX.page("team"),
    sources: INBOX.page("sources"),
    removal: INBOX.erase(id),
    "a lead": INBOX.lead(id),
  })) {
    await page.goto(path);
    await add(state);
  }
  await page.emulateMedia({ media: "print" });
  await add("a lead, printed");
  expectListed("inbox");
});

test("the site's editor looks as listed", async ({ page, site }) => {
  const { add, expectListed } = listLooks(page);
  await enterInbox(page, site);
  const { siteFields, sitePage } = INBOX;
  for (const [state, path] of Object.entries({
    launch: INBOX.launch,
    texts: INBOX.siteTexts,
    pictures: INBOX.sitePictures,
    colors: `${siteFields}?at=/colors`,
    hours: `${siteFields}?at=/workingHours`,
    services: `${siteFields}?at=/services`,
    "a page": `${sitePage}?from=pages/_terms.md`,
    "the editor": `${INBOX.site}?page=/book-call&at=/bookCall/lead&turn=0`,
  })) {
    await page.goto(path);
    await add(state);
  }
  expectListed("editor");
});
