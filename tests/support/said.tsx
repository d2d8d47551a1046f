/** What pages say and where they lead, by the names of their texts, so that a text can change. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Content } from "../../contract/content/schema.ts";
import type { FormState } from "../../contract/http/page.ts";
import { partsOf } from "../../server/content/parts.ts";
import { SharedContentContext } from "../../site/components/shared-content.ts";
import { sharedContent } from "../../site/page-content.ts";
import { content } from "../content.ts";

export const EMPTY = { kind: "empty" } as const;

export const render = (
  page: ReactNode,
  form: FormState = EMPTY,
  given: Content = content,
): string =>
  renderToStaticMarkup(
    <SharedContentContext value={sharedContent(given, form)}>
      {page}
    </SharedContentContext>,
  );

const plain = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

function patternOf(text: string): RegExp {
  const words = plain(text)
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{\w+\}/g, ".*?");
  return new RegExp(String.raw`(?<!\p{L})${words}(?!\p{L})`, "u");
}

/** The names of those `texts` that the HTML says, also to a screen reader alone. */
function saidIn(html: string, texts: object): string[] {
  const labels = (tag: string) => / aria-label="([^"]*)"/.exec(tag)?.[1] ?? "";
  const words = plain(html.replaceAll(/<[^>]*>/g, (tag) => `|${labels(tag)}|`));
  return Array.from(partsOf(texts)).flatMap(([at, text]) =>
    typeof text === "string" &&
    /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, "")) &&
    patternOf(text).test(words)
      ? at.join(".")
      : [],
  );
}

const WAYS =
  /(?: href| action| name|<section id|<(?:a|b|button|span) class)="((?!_)[^"]*)"| (accept|(?:aria-(?:current|hidden|invalid|describedby|label|labelledby|live|pressed|valuetext))|alt|autoCapitalize|autoComplete|autofocus|checked|closedby|data-(?:call|href|played|booked|press)|disabled|download|encType|enterKeyHint|formAction|formMethod|hidden|inputMode|loading|max|method|min|noValidate|open|popover|popoverTarget|popoverTargetAction|poster|preload|rel|required|role|rows|spellCheck|src|step|tabIndex|target|type|value)="([^"]*)"/gi;

/**
 * Of each page, below its name: the texts of its main part, a line for each part of the content;
 * then the addresses of its links and forms, its fields, and what these are.
 */
export const listOf = (
  pages: Readonly<Record<string, string>>,
  texts: object,
) =>
  Object.entries(pages)
    .map(([name, html]) => {
      const [main = html] = /<main.*<\/main>/s.exec(html) ?? [];
      const ways = Array.from(main.matchAll(WAYS), ([, at, is = "", value]) =>
        plain(at ?? (value ? `${is}=${value}` : is)).replace(
          /.*\.svg|(?<=^aria-label)=.*/,
          "",
        ),
      );
      const parts = Map.groupBy(
        saidIn(main, texts),
        (one) => one.split(".")[0],
      );
      const lines = [...parts.values(), ways].map((all) => all.join(" "));
      return `${[name, ...lines].join("\n  ")}\n`;
    })
    .join("\n");
