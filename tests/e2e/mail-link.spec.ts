/** "Email me my link again" is easy to find, works with keys alone, and mails a link to the call. */
import {
  CALL_PATH,
  ASK_LINK_PATH,
  SCHEDULE_PATH,
} from "../../contract/http/routes.ts";
import { content, errorTitleOf } from "../content.ts";
import { mailedPath } from "./operator.ts";
import { book, expectCallAt, offeredTimes } from "./schedule-board.ts";
import { expect, expectErrors, test } from "./test.ts";

const { pages, schedulePage } = content;
const { ask } = schedulePage;

/** The browser's own check accepts this address. */
const TOO_LONG = `${"dana".repeat(90)}@sample.example`;

// No `MOVING`: a key that is pressed while the next page fades in would cause an error.

test(
  "keys alone lead to the mail with the call's link",
  { tag: "@full" },
  async ({ page, request, site, visitor }) => {
    expectErrors(page, /Failed to load resource/);
    const times = await offeredTimes(request);
    const startsAt = times[Math.floor(times.length / 2)] ?? "";
    await book(request, visitor, startsAt);
    const formPath = `${SCHEDULE_PATH}?at=${encodeURIComponent(times[3] ?? "")}`;
    for (const path of [formPath, `${CALL_PATH}?token=forged`])
      expect(await (await request.get(path)).text(), path).toContain(
        `href="${ASK_LINK_PATH}"`,
      );
    await page.goto(SCHEDULE_PATH);
    await page.getByRole("link", { name: ask.offer }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${ASK_LINK_PATH}$`));
    const field = page.getByLabel(ask.label);
    const button = page.getByRole("button", { name: ask.button });
    await page.setViewportSize({ width: 740, height: 360 });
    await field.fill(TOO_LONG);
    await button.press("Enter");
    await expect(page).toHaveTitle(errorTitleOf(pages.link));
    await expect(field).toHaveValue(TOO_LONG);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(ask.wrong);

    await field.fill("");
    await page.keyboard.type(visitor.email);
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(button).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      ask.sentHeading,
    );
    await expect(page).toHaveTitle(pages.linkSent.title);
    const mailed = () => mailedPath(site, "link", visitor.email);
    await expect.poll(mailed).toBeDefined();
    await page.goto(mailed() ?? "");
    await expectCallAt(page, startsAt);
  },
);
