/** `npm run screenshots`: the README's pictures: two pages, the inbox, a film of a booking. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { HOUR_MS } from "../contract/durations.ts";
import { emptyLead } from "../contract/lead.ts";
import { INBOX, SCHEDULE_PATH } from "../contract/routes.ts";
import { buildWhenStale } from "../scripts/build/build-folder.ts";
import { root } from "../scripts/root.ts";
import { content } from "../tests/content.ts";
import { exampleVisitor, inputs, put, submitButton } from "../tests/e2e/booking-form.ts";
import { enterInbox, inStore, sendLead } from "../tests/e2e/operator.ts";
import { dayLinks, times } from "../tests/e2e/schedule-board.ts";
import { openSite } from "../tests/e2e/site.ts";
import { findOrInstallChromium } from "../tests/machine/browsers.ts";
import { newFolder } from "../tests/machine/new-folder.ts";

const FOLDER = join(root, "docs", "screenshots");

/** How many hours ago a lead came, its source, name, business and problems. */
const LEADS = [
  [24.7, "facebook", "Lena Kowalski", "Kowalski Repair", "One person, one phone, both hands in a panel."],
  [21.4, "google,paid", "Priya Nair", "Nair Move-Out Cleaning", "Inquiries come at eleven at night."],
  [9.1, "google,paid", "Maximiliana Featherstonehaugh", "Best Heating", "Which boiler is whose?"],
  [3.3, "google,paid", "דנה כהן", "Cohen Cleaning", "Half of our customers write in Hebrew."],
  [0.2, "chatgpt", "Sam Porter", "Porter Heating and Air", "We miss calls after 5 pm."],
] as const;

buildWhenStale();
const site = await openSite();
const executablePath = findOrInstallChromium();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const laptop = await openPage(1280, 800);
  await take(laptop, "home-1280", "/");
  await take(laptop, "schedule-times-1280", SCHEDULE_PATH);
  await takeInbox(await openPage(360, 740));
  await takeFilm(await openPage(960, 640));
} finally {
  await browser.close();
  await site.close();
}

function openPage(width: number, height: number) {
  const options = { baseURL: site.origin, reducedMotion: "reduce", timezoneId: "America/New_York" } as const;
  return browser.newPage({ ...options, viewport: { width, height } });
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 80 });
}

async function takeInbox(page: Page): Promise<void> {
  const selected_service = content.services[0]?.value ?? "";
  for (const [hours, source, name, company_name, problems] of LEADS) {
    const email = `${company_name.split(" ")[0]?.toLowerCase()}@business.example`;
    const lead = { ...emptyLead(), name, email, company_name, selected_service, problems };
    const id = await sendLead(site, lead);
    const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    inStore(site, "UPDATE lead_submissions SET created_at = ? WHERE id = ?", at(hours), id);
    const context = "UPDATE lead_contexts SET came_at = ?, due_at = ?, came_from = ? WHERE lead_id = ?";
    inStore(site, context, at(hours), at(hours - 24), source, id);
  }
  await enterInbox(page, site);
  await take(page, "inbox-open-360", INBOX.path);
}

/** A call, from the first click. `img2webp` of Debian's package `webp` joins the frames. */
async function takeFilm(page: Page): Promise<void> {
  const folder = newFolder();
  const frames: string[] = [];
  /** @param milliseconds how long the frame stays */
  const frame = async (milliseconds: number) => {
    const path = join(folder, `${frames.length}.png`);
    await page.screenshot({ path });
    frames.push("-d", String(milliseconds), path);
  };
  const click = async (target: Locator) => {
    await target.hover();
    await frame(600);
    await target.click();
  };

  await page.goto("/");
  await frame(1500);
  const toSchedule = page.locator(`a[href="${SCHEDULE_PATH}"]`).filter({ visible: true }).first();
  // The film stays in its window.
  await toSchedule.evaluate((link) => link.removeAttribute("target"));
  await click(toSchedule);
  await dayLinks(page).first().waitFor();
  await frame(1500);
  await click(dayLinks(page).nth(2));
  await frame(500);
  await click(times(page).nth(4));
  const phone = page.getByLabel(content.schedulePage.phone);
  await phone.waitFor();
  await frame(1000);
  await phone.fill("(201) 555-0142");
  await frame(400);
  const sam = { name: "Sam Porter", email: "sam@porter.example", companyName: "Porter Heating" };
  const typed = { ...exampleVisitor("film"), ...sam };
  for (const input of inputs) {
    await put(page, input, typed[input]);
    await frame(350);
  }
  await click(submitButton(page));
  await page.getByRole("link", { name: content.schedulePage.move, exact: true }).waitFor();
  await frame(3000);
  const options = ["-loop", "0", "-lossy", "-q", "55", "-m", "6"];
  const { error, status, stderr } = spawnSync(
    "img2webp",
    [...options, ...frames, "-o", join(FOLDER, "booking.webp")],
    { encoding: "utf8" },
  );
  if (status !== 0) throw error ?? new Error(stderr);
}
