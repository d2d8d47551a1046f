import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parseSnippet } from "./snippet.ts";

const hash = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("a loader is allowed by its origin, and its inline script by its hash", () => {
  const text =
    "\n  window.dataLayer = window.dataLayer || [];\n  gtag('config', 'G-1');\n";
  const pasted = `<!-- Google tag -->
<script async src="https://tags.example/gtag/js?id=G-1"></script>
<script>${text}</script>
`;
  expect(parseSnippet(pasted)).toEqual({
    html: `<script async src="https://tags.example/gtag/js?id=G-1"></script>\n<script>${text}</script>`,
    hashes: [hash(text)],
    origins: ["https://tags.example"],
  });
});

test("the origins of scripts, and of addresses in scripts, comments and noscript, are allowed", () => {
  const text =
    "f('https://connect.example/events.js','http://www.w3.org/2000/svg');u='//own.example/m','//v1.2.3';";
  expect(
    parseSnippet(`<!-- Also calls https://region.example and wss://live.example:8443/feed --><script>${text}</script>
<NOSCRIPT><img src="https://www.example/tr?id=1"/></NOSCRIPT>`),
  ).toEqual({
    html: `<script>${text}</script>`,
    hashes: [hash(text)],
    origins: [
      "https://region.example",
      "wss://live.example:8443",
      "https://connect.example",
      "https://own.example",
      "https://www.example",
    ],
  });
  expect(
    parseSnippet("<script src=//cdn.example/a.js></script>").origins,
  ).toEqual(["https://cdn.example"]);
});

test.each([
  [
    "<script>1</script><p>Hi",
    'must contain only script elements, but has "<p>Hi"',
  ],
  ["<script src=/a.js></script>", "must load scripts by their whole addresses"],
])("the snippet %s is refused", (pasted, sentence) => {
  expect(() => parseSnippet(pasted)).toThrow(sentence);
});
