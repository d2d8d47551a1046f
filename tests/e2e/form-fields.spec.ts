/** The fields of the form: labels, types, options, rows, and what the keyboard and autofill of a phone go by. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";
import { field, inputs } from "./booking-form.ts";

test.beforeEach(async ({ page }) => {
  await page.goto("/book-call");
});

test("six fields under their labels, five of them required", async ({ page }) => {
  const fields = [
    ["name", /^full name$/i],
    ["email", /^email$/i],
    ["companyName", /^business name$/i],
    ["selectedService", /^primary service interest$/i],
    ["problems", /^business problems$/i],
    ["additionalInfo", /^additional (business )?information/i],
  ] as const;
  await expect(page.locator("form").locator("input, select, textarea")).toHaveCount(fields.length);
  for (const [name, label] of fields) {
    const element = page.getByLabel(label);
    await expect(element).toHaveAttribute("name", name);
    await expect(element).toHaveJSProperty("required", name !== "additionalInfo");
    await expect(element).toHaveValue("");
    await expect(element).toBeEnabled();
  }
});

test("the optional field says so", async ({ page }) => {
  await expect(page.getByText(/\(optional\)/)).toHaveCount(1);
  await expect(field(page, "additionalInfo")).toHaveAccessibleName(/\(optional\)$/);
});

test("five services to pick from, and none picked", async ({ page }) => {
  const options = field(page, "selectedService").getByRole("option");
  const picked = await options.evaluateAll((elements) =>
    elements.map((element) => [element.getAttribute("value"), element.textContent]),
  );
  expect(picked[0]?.[0], "the first picks nothing").toBe("");
  expect(picked.slice(1)).toEqual(content.services.map(({ value, label }) => [value, label]));
});

test("4 rows for the problems and 3 for the rest", async ({ page }) => {
  await expect(field(page, "problems")).toHaveJSProperty("tagName", "TEXTAREA");
  await expect(field(page, "problems")).toHaveJSProperty("rows", 4);
  await expect(field(page, "additionalInfo")).toHaveJSProperty("tagName", "TEXTAREA");
  await expect(field(page, "additionalInfo")).toHaveJSProperty("rows", 3);
});

test("what the browser fills in itself is dark on light, as what is typed", async ({ page }) => {
  for (const input of inputs) {
    const drawn = await field(page, input).evaluate((element) => {
      // The browser's own colors for a field, which it uses for what it fills in and for the list to pick from.
      element.style.color = "FieldText";
      element.style.backgroundColor = "Field";
      const { color, backgroundColor } = getComputedStyle(element);
      return { color, backgroundColor };
    });
    expect(drawn).toEqual({ color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)" });
  }
});

test("types, input modes and autocomplete tokens bring up the right keyboard and suggestions", async ({
  page,
}) => {
  for (const [input, type, token] of [
    ["name", "text", "name"],
    ["email", "email", "email"],
    ["companyName", "text", "organization"],
  ] as const) {
    await expect(field(page, input)).toHaveJSProperty("type", type);
    await expect(field(page, input)).toHaveAttribute("autocomplete", token);
  }
  await expect(field(page, "email")).toHaveAttribute("inputmode", "email");
  await expect(field(page, "email")).toHaveAttribute("autocapitalize", "none");
});

test("the words around the form: invitation, consent and three reassurances", async ({ page }) => {
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/schedule .*free strategy call/i);
  const main = page.getByRole("main");
  await expect(main).toContainText(/agree to receive communication/);
  await expect(main).toContainText(/business information is never shared with third parties/i);
  const tiles = main.getByRole("list").getByRole("listitem");
  await expect(tiles).toHaveText([
    /secure and confidential/i,
    /quick response.*within 24 hours/i,
    /no obligation/i,
  ]);
});
