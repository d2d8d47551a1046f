import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { securityHeaders } from "../../contract/http/security-policy.ts";
import { problemsOf, sample, withParts } from "../../tests/content.ts";
import { rendererOf } from "../../tests/renderer.ts";
import { MANIFEST } from "../../tests/support/build.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { loadContent } from "./content.ts";
import { readRecordings, recordingsOf } from "./recordings.ts";

function read(name: string, size: number) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), "");
  truncateSync(join(folder, name), size);
  return readRecordings(folder);
}

test.each(["call.mp4", "call.m4a", "call.webm", "call.mp3"])(
  "%s is served under a name that its bytes give",
  (name) => {
    const { recordings, problems } = read(name, 4);
    expect(problems).toEqual([]);
    const address = `^/recordings/[\\w-]{16}${name.slice(4)}$`;
    expect(recordings[name]).toMatch(new RegExp(address));
    expect(read(name, 5).recordings).not.toEqual(recordings);
  },
);

test("a recording that is too large stops the build", () => {
  expect(read("call.mp4", 30 * 1024 ** 2 + 1)).toEqual({
    problems: ["content/recordings/call.mp4 must have at most 30 MB"],
    recordings: {},
  });
});

const { demo: written } = parse(sample.texts["home.yaml"] ?? "");
const CALL = {
  label: "A call in May",
  transcript: ["CALLER: My heat is out.", "NIGHTSHIFT: Since when?"],
};
const FOLDER = {
  ...sample,
  recordings: {
    "call.mp3": "/recordings/a.mp3",
    "c.mp4": "/recordings/b.mp4",
    "d.webm": "/recordings/d.webm",
  },
  pictures: {
    ...sample.pictures,
    "film.png": { src: "/pictures/film.png", width: 4, height: 3 },
  },
};
const withRecording = (recording: object) =>
  withParts(
    "home.yaml",
    { demo: { ...written, recording: { ...CALL, ...recording } } },
    FOLDER,
  );

test.each([
  [{ source: "constructor.mp3" }, "is not in content/recordings/"],
  [{ source: "../call.mp3" }, "must be an MP4, WebM, MP3 or M4A"],
  [{ source: "https://youtu.be.evil.example/x" }, "must be an MP4"],
  [{ source: "https://youtu.be/x" }, "needs a `picture` to press"],
  [
    { source: "c.mp4", picture: "gone.png" },
    "names gone.png, which is no picture",
  ],
  [{ source: "c.mp4", picture: "" }, "must name a picture"],
  [{ source: "call.mp3", transcript: [] }, "must be 1 to 200 lines"],
])("the recording %j is named", (recording, sentence) => {
  expect(problemsOf(withRecording(recording))).toEqual([
    expect.stringContaining(sentence),
  ]);
});

test("a trade's recording that is not there is named, too", () => {
  const recording = { ...CALL, source: "gone.mp3" };
  expect(
    problemsOf(withParts("trades/hvac.yaml", { recording }, FOLDER)),
  ).toEqual([expect.stringContaining("trades/hvac.yaml")]);
});

async function demoWith(recording: object) {
  const content = loadContent({}, withRecording(recording));
  const html = await rendererOf(content).renderPage({
    path: "/",
    status: 200,
    form: { kind: "empty" },
  });
  return /<dialog.*?<\/dialog>/s.exec(html)?.[0] ?? "";
}

test.each([
  [
    { source: "call.mp3" },
    '<audio controls="" preload="none" playsInline="" src="/recordings/a.mp3"',
  ],
  [
    { source: "c.mp4", picture: "film%2Epng" },
    '<video controls="" preload="none" playsInline="" src="/recordings/b.mp4" aria-label="A call in May" poster="/pictures/film.png"',
  ],
  [{ source: "d.webm", picture: "film.png" }, "<video "],
  [
    { source: "https://vimeo.com/1", picture: "film.png" },
    '<a href="https://vimeo.com/1" target="_blank" rel="noopener"><img src="/pictures/film.png" width="4" height="3" alt="A call in May"/>vimeo.com',
  ],
])("the demo has %j, and its whole transcript", async (recording, markup) => {
  const demo = await demoWith(recording);
  expect(demo).toContain(markup);
  expect(demo).toContain("<strong>CALLER</strong> My heat is out.");
  expect(demo).toContain('<li data-kind="assistant"><strong>NIGHTSHIFT');
  expect(demo).not.toMatch(/iframe|<a href="\/hvac"/);
});

test("of several recordings, the one that a page plays is served", () => {
  const content = loadContent({}, withRecording({ source: "call.mp3" }));
  expect([...recordingsOf(content, "/own")]).toEqual([
    ["/recordings/a.mp3", "/own/recordings/call.mp3"],
  ]);
});

test("without a recording, no page may play one", () => {
  const policyOf = (recordings: string[]) =>
    securityHeaders({ ...MANIFEST, recordings })["content-security-policy"];
  expect(policyOf([])).not.toContain("media-src");
  expect(policyOf(["/recordings/a.mp3"])).toContain("media-src 'self';");
});
