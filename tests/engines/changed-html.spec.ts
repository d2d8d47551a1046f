/** Pages that an extension or a visitor changed before their script came. */
import { content } from "../content.ts";
import { leadOf } from "../e2e/booking-form.ts";
import { expect, test } from "./test.ts";

const REACT = /assets\/hydrate-/;
const NOTICE = /The page was changed before its script came/;

const isHydrated = (): boolean =>
  Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber"));

test(
  "a form with an extension's node keeps what was typed, and is sent",
  { tag: "@full" },
  async ({ visitor, gate, site, answers }) => {
    gate.expectErrors(NOTICE);
    const release = gate.hold(REACT);
    await visitor.open("/book-call");
    await visitor.fillsIn(answers);
    await visitor.look(() => document.querySelector("#email")?.after(document.createElement("span")));
    release();
    await expect.poll(() => gate.noticed()).toBe(true);
    expect(await visitor.look(() => document.querySelectorAll("#email + span").length)).toBe(1);
    await visitor.clicks("button", content.bookCall.submit);
    await visitor.finds("heading", content.confirmation.heading);
    expect(site.leads(answers.email)).toMatchObject([leadOf(answers)]);
  },
);

test(
  "a landing page with an extension's node below the fold keeps it, and its links work",
  { tag: "@full" },
  async ({ visitor, gate }) => {
    gate.expectErrors(NOTICE);
    const release = gate.hold(REACT);
    await visitor.open("/");
    await visitor.look(() => document.querySelector("#contact")?.prepend(document.createElement("aside")));
    release();
    await visitor.presses("tab");
    await expect.poll(() => gate.noticed()).toBe(true);
    expect(await visitor.look(() => document.querySelectorAll("#contact aside").length)).toBe(1);
    await visitor.clicks("link", content.header.bookCall);
    await visitor.finds("heading", content.bookCall.heading);
  },
);

test(
  "a demo that was opened before React came stays open until it is closed",
  { tag: "@full" },
  async ({ visitor, gate }) => {
    const release = gate.hold(REACT);
    await visitor.open("/");
    await visitor.clicks("button", content.hero.watchDemo);
    await visitor.finds("dialog", content.demo.title);
    release();
    await expect.poll(() => gate.waiting()).toEqual([]);
    await visitor.finds("dialog", content.demo.title);
    expect(await visitor.look(isHydrated)).toBe(false);
    await visitor.presses("escape");
    await visitor.untilHydrated();
    expect(await visitor.sees("dialog")).toBe(false);
  },
);
