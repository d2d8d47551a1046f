/** A visit keeps its source, an advertisement, through every button and in every tab. */
import type { Locator, Page } from "@playwright/test";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { VISIT_ITEM } from "../../site/visit.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const AD = "?utm_source=newsletter";
const [trade = ""] = Object.keys(content.trades);

/** The first page and its referrer, as the tab keeps them. */
const visitOf = (page: Page): Promise<string | null> =>
  page.evaluate((item) => sessionStorage.getItem(item), VISIT_ITEM);

/** Presses a link. @returns the page that it opens, in this tab or in another */
async function press(link: Locator, inNewTab = false): Promise<Page> {
  const page = link.page();
  const opensTab = inNewTab || (await link.getAttribute("target")) !== null;
  const opened = opensTab ? page.context().waitForEvent("page") : page;
  await link.click(inNewTab ? { button: "middle" } : {});
  const tab = await opened;
  // A new tab is blank at first.
  await tab.waitForURL(/(call|schedule)(\?|$)/);
  return tab;
}

/** The visible links to the form and to the times; on a phone only the links in the bottom bar. */
const waysToBook = (page: Page, width: number): Locator =>
  (width < 768 ? page.getByRole("complementary") : page).locator(
    `a:visible:is([href="${SCHEDULE_PATH}"], [href="${BOOK_CALL.path}"])`,
  );

for (const [path, width] of Object.entries({ "/": 1280, [`/${trade}`]: 360 }))
  test(`each kind of booking link of ${path} keeps the advertisement`, async ({
    page,
    site,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 740 });
    await page.goto(path + AD);
    const links = waysToBook(page, width);
    const follow = async (index: number, inNewTab = false) => {
      const opened = await press(links.nth(index), inNewTab);
      const visit = `${site.origin}${path}${AD} `;
      await expect.poll(() => visitOf(opened), `link ${index}`).toBe(visit);
      if (opened === page) await page.goto(path + AD);
      else await opened.close();
    };
    const kinds = await links.evaluateAll((all) =>
      all.map((link) =>
        ["href", "target", "rel"]
          .map((name) => link.getAttribute(name))
          .join(" "),
      ),
    );
    expect(kinds).not.toEqual([]);
    for (const kind of new Set(kinds)) await follow(kinds.indexOf(kind));
    // The second link opens a tab only on a middle click.
    if (path === "/") await follow(1, true);
  });

test("a later advertisement in the same tab replaces the source, and a page without one does not", async ({
  page,
  site,
}) => {
  const google = "?utm_source=google&utm_medium=cpc&gclid=SAMETAB1";
  const steps = [
    ["/", "/"],
    ["/?fbclid=1", "/?fbclid=1"],
    [`/${trade}`, "/?fbclid=1"],
    ["/?utm_source={{source}}", "/?fbclid=1"],
    [`/${google}`, `/${google}`],
    [`/${trade}`, `/${google}`],
  ];
  for (const [path = "", visit] of steps) {
    await page.goto(path);
    await expect.poll(() => visitOf(page)).toContain(`${site.origin}${visit} `);
  }
});
