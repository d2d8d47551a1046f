/** The way to a call at a German agency: no English word is seen, and clocks have 24 hours. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { writeGermanContent } from "../german/german.ts";
import { newFolder } from "../machine/new-folder.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, perWorker, test as base } from "./test.ts";

const test = base.extend({
  siteEnv: perWorker(() => {
    const folder = join(newFolder(), "content");
    writeGermanContent(folder);
    return { CONTENT_DIR: folder, TIME_ZONE: "Europe/Berlin" };
  }),
});

test.use({ timezoneId: "Europe/Berlin", locale: "de-DE" });

/** Words that a sentence of the sample has, and no German one; what is not translated stands between brackets. */
const ENGLISH =
  /⟦.*|\d\s?[AP]M|(?<!\p{L})(?:[Tt]he|[Aa]nd|[Yy]ou|[Yy]our|[Ww]e|[Ww]ith|[Cc]alls?|[Ff]ree|[Bb]ook(?:ed)?|[Pp]ick|[Tt]imes?|of|at|to|from|by|\w+day|January|March|May|June|July|October|December|Eastern)(?!\p{L}).*/gu;

/** What is shown, said to a screen reader and in the title. */
async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const said = await page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...Array.from(document.querySelectorAll("*"), (element) =>
      ["aria-label", "alt", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    ).flat(),
  ]);
  expect(said.flatMap((text) => text.match(ENGLISH) ?? [])).toEqual([]);
}

const DAY = /^(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag), \d\d?\.\s\p{L}+$/u;

test("from the landing page to a booked call and its mail", async ({ page, context, visitor, site }) => {
  await page.goto("/");
  await untilHydrated(page.locator("#headline"));
  await expectGerman(page);
  await page.locator("#missed").scrollIntoViewIfNeeded();
  const amount = page.locator("#missed output");
  await expect(amount).toHaveText("3.120 €");
  // The script writes it as the server does.
  await expect(async () => {
    await page.locator("#missed input").first().fill("7");
    await expect(amount).toHaveText("3.640 €", { timeout: 500 });
  }).toPass();

  const opened = context.waitForEvent("page");
  await page.locator("#hero").getByRole("link", { name: "Jetzt buchen" }).click();
  const tab = await opened;
  await expect(tab.locator("#day")).toHaveText(DAY);
  await untilHydrated(tab.locator("h1"));
  await expectGerman(tab);
  const zone = tab.getByRole("combobox", { name: "Zeiten in" });
  await expect(zone).toHaveValue(/^Berlin · \d\d?:\d\d$/);
  await zone.click();
  await expect(tab.getByRole("group", { name: "Deutschland, Österreich, Schweiz" })).toContainText(
    "Wien (ME",
  );
  await expect(tab.getByRole("option", { name: /^Rom \(/ })).toBeAttached();
  await zone.press("Escape");
  // The second day has times, whatever the hour.
  await tab.getByRole("list", { name: "TAG WÄHLEN" }).getByRole("link").nth(1).click();
  const time = tab.getByRole("radio", { name: /, \d\d?:\d\d, Berlin \(ME/ }).first();
  await time.check();
  await expectGerman(tab);
  await tab.getByRole("button", { name: "Termin buchen" }).click();

  await tab.getByLabel("Vor- und Nachname").fill(visitor.name);
  await expectGerman(tab);
  await tab.getByRole("button", { name: "GESPRÄCH BUCHEN" }).click();
  await expect(tab.getByText("Geben Sie Ihre Firma ein.").first()).toBeVisible();
  await expectGerman(tab);
  await tab.getByLabel("E-Mail").fill(visitor.email);
  await tab.getByLabel("Firma").fill("Orth Sanitär");
  await tab.getByRole("combobox", { name: "Worum geht es" }).selectOption(visitor.selectedService);
  await tab.getByLabel("Was läuft nicht rund?").fill("Wir verpassen Anrufe.");
  await tab.getByLabel("Telefonnummer für das Gespräch").fill("030 23125123");
  await tab.getByRole("button", { name: "GESPRÄCH BUCHEN" }).click();

  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Ihr Gespräch ist gebucht");
  const moment = tab.locator("main time");
  await expect(moment).toHaveText(/^\p{L}+, \d\d?\.\s\p{L}+, \d\d?:\d\d$/u);
  await expectGerman(tab);
  const kind = "*.invitation*.html";
  const mails = () => globSync(join(site.dataDir, "mail", kind)).map((file) => readFileSync(file, "utf8"));
  await expect.poll(() => mails().length).toBe(1);
  const [mail = ""] = mails();
  const [, file = ""] = /href="data:text\/calendar;base64,([^"]+)"/.exec(mail) ?? [];
  const calendar = Buffer.from(file, "base64").toString().replaceAll("\r\n ", "");
  expect(calendar).toContain("PRODID:-//Nightshift//Nightshift//DE");
  expect(calendar).toContain("SUMMARY:Beratungsgespräch mit Nachtschicht");
  const letter = await context.newPage();
  // Without the lines about the mail, which only a site without a mail server writes.
  await letter.setContent(mail.replace(/(<body[^>]*>)\s*<p[^]*?<\/p>/, "$1"));
  await expect(letter.locator("h1")).toHaveText(/^\p{L}+, \d\d?\. \p{L}+ um \d\d?:\d\d, Berlin \(MES?Z\)$/u);
  await expectGerman(letter);
});
