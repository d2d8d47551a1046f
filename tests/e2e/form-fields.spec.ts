/** The fields of the form beside what `specification.spec.ts` reads: labels, colors, and attributes for a phone's keyboard and autofill. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";
import { LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { FORM_TIMING_HEADER, HONEYPOT_FIELD } from "../../contract/rest-api.ts";
import { FORM_START_PATH } from "../../contract/routes.ts";
import { field, fillIn, inputs, submitAndConfirm, watchCalls } from "./booking-form.ts";
import { openForm, untilHydrated } from "./hydration.ts";

test("a field has its label, a phone's keyboard and autofill, and colors for it", async ({ page }) => {
  await page.goto("/book-call");
  const shown = page.locator("form").locator("input, select, textarea").filter({ visible: true });
  await expect(shown).toHaveCount(leadColumns.length);
  for (const input of inputs) {
    await expect(field(page, input)).toHaveAttribute("name", input);
    const drawn = await field(page, input).evaluate((element) => {
      // The browser's own colors of a field, which it uses for autofill and for the list of options.
      element.style.color = "FieldText";
      element.style.backgroundColor = "Field";
      const { color, backgroundColor } = getComputedStyle(element);
      return { color, backgroundColor };
    });
    expect(drawn).toEqual({ color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)" });
  }
  await expect(field(page, "additionalInfo")).toHaveAccessibleName(
    `${content.fields.additional_info.label} (${content.bookCall.optional})`,
  );
  for (const [input, type, token] of [
    ["name", "text", "name"],
    ["email", "email", "email"],
    ["companyName", "text", "organization"],
  ] as const) {
    await expect(field(page, input)).toHaveJSProperty("type", type);
    await expect(field(page, input)).toHaveAttribute("autocomplete", token);
  }
});

test("a seventh is the honeypot, for programs only", { tag: "@full" }, async ({ page, visitor }) => {
  await page.goto("/book-call");
  const form = page.locator("form");
  const unseen = form.locator(`[name=${HONEYPOT_FIELD}]`);
  const heard = await form.ariaSnapshot();
  expect(heard.match(/- (?:textbox|combobox)/g)).toHaveLength(leadColumns.length);
  for (const shown of [{ media: "print" }, { media: "screen", forcedColors: "active" }] as const) {
    await page.emulateMedia(shown);
    await expect(unseen).toBeHidden();
  }
  await untilHydrated(page.locator("#book-call"));
  await page.evaluate(() => document.querySelectorAll("style").forEach((style) => style.remove()));
  await expect(unseen, "without any style of ours").toBeHidden();
  await field(page, "name").focus();
  const met: string[] = [];
  const chips = content.fields.problems.chips ?? [];
  for (let key = 0; key < leadColumns.length + chips.length; key++) {
    const name = await page.locator(":focus").getAttribute("name");
    if (name !== null) met.push(name);
    await page.keyboard.press("Tab");
  }
  expect(met).toEqual(leadColumns.map((column) => LEAD_COLUMNS[column].input));

  for (const machine of [false, true]) {
    await openForm(page);
    const calls = watchCalls(page);
    const told = page.waitForResponse(`**${FORM_START_PATH}`);
    await fillIn(page, { ...visitor, additionalInfo: String(machine) });
    expect(await (await told).text()).toMatch(/^\w+\.[\w-]{43}$/);
    if (machine) await unseen.evaluate((input: HTMLInputElement) => void (input.value = "Hello"));
    await submitAndConfirm(page);
    const filled = calls[0]?.headers()[FORM_TIMING_HEADER.toLowerCase()];
    expect(filled).toMatch(machine ? /^unseen \w+\.[\w-]{43}$/ : /^\w+\.[\w-]{43}$/);
  }
});

test("text fields have their rows, sideways, too, and grow with their text", async ({ page }) => {
  await openForm(page);
  const rowsOf = (input: "problems" | "additionalInfo") =>
    field(page, input).evaluate((area) => {
      const { lineHeight, paddingBlock } = getComputedStyle(area);
      return (area.clientHeight - 2 * Number.parseFloat(paddingBlock)) / Number.parseFloat(lineHeight);
    });
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [1280, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await field(page, "additionalInfo").fill("");
    expect(await rowsOf("problems")).toBeCloseTo(4, 1);
    expect(await rowsOf("additionalInfo")).toBeCloseTo(3, 1);
    await field(page, "additionalInfo").fill("a\nb\nc\nd\ne");
    expect(await rowsOf("additionalInfo")).toBeCloseTo(5, 1);
  }
});
