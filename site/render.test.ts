import { expect, test } from "vitest";
import { NO_ANALYTICS } from "../contract/http/build-manifest.ts";
import type { PageState } from "../contract/http/page.ts";
import { content } from "../tests/content.ts";
import { rendererOf } from "../tests/renderer.ts";
import { EMPTY, listOf } from "../tests/support/said.tsx";

test.each([
  ["M13.832 16.568a1 1 0 0 0 1.213-.303", "M13.8 16.6a1 1 0 0 0 1.2-.3"],
  // The flags of an arc and its end, and two numbers that share a point.
  ["M1 2a1 1 0 01.293.707", "M1 2a1 1 0 01.3.7"],
  ["M2.04-2.03.02-7.36Z", "M2.0-2.0.0-7.4Z"],
  ["M9.96.5", "M9.9.5"],
])("the drawing %s is sent as %s", async (drawn, sent) => {
  const symbols = { hvac: `<path d="${drawn}"/>` };
  const file = { src: "/trades.svg", width: 9, height: 9, symbols };
  const renderer = rendererOf({
    ...content,
    pictures: { ...content.pictures, "trades.svg": file },
  });
  const html = await renderer.renderPage({
    path: "/hvac",
    status: 200,
    form: { kind: "empty" },
  });
  expect(html).toContain(`<path d="${sent}"/>`);
});

const failed = {
  kind: "failed",
  values: {},
  problems: [],
  message: "",
} as const;
const ask = { view: "ask", step: "sent", typed: "dana" } as const;

const HEADS: [string, Partial<PageState>][] = [
  ["the landing page", { path: "/" }],
  ["the form", { path: "/book-call" }],
  ["a refused form", { path: "/book-call", form: failed }],
  ["a trade", { path: "/hvac" }],
  ["a missing page", { path: "/nope", status: 404 }],
  ["no times", { schedule: { view: "none", why: "full" } }],
  ["a bad link", { schedule: { view: "none", why: "link" } }],
  ["a mailed link", { schedule: ask }],
];

/** The head's texts, and the addresses that it names. */
const headIn = (html: string) =>
  html
    .replace(/<link rel="icon".*?<\/head>.*?(?=<template|$)/s, "")
    .replaceAll(
      /<meta (?:name|property)="([^"]*)" content="(?:([a-z]+:\S+|noindex)|([^"]*))"/g,
      '<a name="$1" href="$2">$3<a',
    );

test("a page that others may show says where it is, and a page behind a link has no analytics", async () => {
  const analytics = { ...NO_ANALYTICS, html: '<a href="counted"></a>' };
  const renderer = rendererOf(content, analytics);
  const heads: Record<string, string> = {};
  for (const [name, state] of HEADS)
    heads[name] = headIn(
      await renderer.renderPage({
        path: "/schedule",
        status: 200,
        form: EMPTY,
        ...state,
      }),
    );
  heads["a missing page as a whole"] = await renderer.renderPage({
    path: "/nope",
    status: 404,
    form: EMPTY,
  });
  await expect(listOf(heads)).toMatchFileSnapshot("render.said.txt");
});
