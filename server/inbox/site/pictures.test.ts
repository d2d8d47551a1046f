import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { testFrom } from "../../../tests/support/server.ts";
import { uploadRequest } from "../../../tests/wire/inbox-request.ts";
import { siteOwner } from "../../../tests/wire/site-owner.ts";

const { siteEditor } = content;
const { pictures: words, save } = siteEditor;
const { faults } = words;
const HOST = "Contact › Host";

/** The smallest part of a PNG that contains the dimensions. */
function png(width = 300, height = 200, more = "") {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const start = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  return Buffer.concat([start, size, Buffer.from(more)]);
}
const svg = (inside = "", before = "") =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">${inside}</svg>`,
  );
const GPS = "8825000400000001";

const file = (bytes: Buffer, name = "van.png") =>
  new File([new Uint8Array(bytes)], name);

async function owner() {
  const browser = await siteOwner();
  const { open, follow, pathOf } = browser;
  const names = () => readdirSync(pathOf("pictures")).toSorted();
  const before = names();
  return {
    ...browser,
    pictures: () => open(INBOX.sitePictures),
    /** The form for a place, opened from the page of all pictures. */
    choice: (place: string) => follow(INBOX.sitePictures, place),
    added: () => names().filter((name) => !before.includes(name)),
  };
}

const test = testFrom(owner);

test("a picture is sent, seen at once on the draft, and published; a tap changes it", async ({
  choice,
  open,
  added,
  read,
}) => {
  const form = await choice(HOST);
  const page = await form.press(save, [], file(png(), "Maya (1).PNG"));
  expect(page.path).toContain("done=%2Fcontact%2Fhost%2Fpicture");
  await page.press(siteEditor.publish);
  expect(read("home.yaml")).toContain("picture: maya-1.png");
  expect(added()).toEqual(["maya-1.png"]);
  const again = await (await open(INBOX.site)).follow(words.change);
  expect(again.fields["field/contact/host/picture"]).toBe("maya-1.png");
  await again.press(save, { "field/contact/host/picture": "" });
  expect((await open(INBOX.site)).links[words.change]).toBeUndefined();
});

const NO_PICTURES: [bytes: Buffer, sentence: string][] = [
  [Buffer.from("<p>no picture</p>"), faults["no-picture"]],
  [svg("", "<html><body>"), faults["no-picture"]],
  [svg("<script>alert(1)</script>"), faults.active],
  [svg("<foreignObject/>"), faults.active],
  [svg('<g onload="alert(1)"/>'), faults.active],
  [svg('<image href="https://x.example/a.png"/>'), faults.active],
  [svg("", '<!DOCTYPE svg [<!ENTITY a "b">]>'), faults.active],
  [png(9, 9, "x".repeat(11e6)), faults["too-large"]],
  [png(5001, 5000), faults["too-many-pixels"]],
  [Buffer.concat([png(), Buffer.from(GPS, "hex")]), faults["names-place"]],
];

test("what is no picture for visitors is refused with a sentence, and nothing is kept", async ({
  choice,
  pictures,
  added,
  expectNoDraft,
}) => {
  const forms = [await choice(HOST), await pictures()];
  // Browsers send an empty file where nobody chose one.
  const empty = file(Buffer.alloc(0));
  const none = await (await pictures()).press(words.add, [], empty);
  expect(none.text).toContain(faults.none);
  for (const [bytes, sentence] of NO_PICTURES)
    for (const form of forms) {
      const button = form.heading === words.heading ? words.add : save;
      const refused = await form.press(button, [], file(bytes));
      expect(refused.status, sentence).toBe(400);
      expect(refused.text).toContain(sentence);
    }
  expect(added()).toEqual([]);
  await expectNoDraft();
});

const NAMES: [typed: string, name: string][] = [
  ["../../site.yaml", "site.png"],
  ["..\\..\\Boss.png", "boss.png"],
  ["..", "picture.png"],
  ["icon.png", "icon-2.png"],
  ["Trades.svg", "trades-2.png"],
  [`${"van".repeat(50)}.png`, `${"van".repeat(20)}.png`],
  ["Müller & Söhne.jpeg", "muller-sohne.png"],
];

test("a file gets a name that addresses can have, and that means nothing to the site", async ({
  pictures,
  added,
  pathOf,
}) => {
  const form = await pictures();
  for (const [index, [typed]] of NAMES.entries())
    await form.press(words.add, [], file(png(9, index + 1), typed));
  expect(added()).toEqual(NAMES.map(([, name]) => name).toSorted());
  expect(existsSync(pathOf("../site.yaml"))).toBe(false);
});

test("a second picture of one name gets another, and the same picture is kept once", async ({
  pictures,
  added,
  pathOf,
}) => {
  // Some disks take this name for van.png.
  writeFileSync(pathOf("pictures/Van.PNG"), png(9, 1));
  for (const bytes of [png(), png(9, 9), png()])
    await (await pictures()).press(words.add, [], file(bytes));
  expect(added()).toEqual(["Van.PNG", "van-2.png", "van-3.png"]);
});

test("a logo and its place are one form, which needs a picture, says where it is shown, and can be left out", async ({
  get,
  choice,
  pages,
  pictures,
  post,
  publish,
  read,
}) => {
  const empty = await choice("Logo");
  expect((await empty.press(save)).text).toContain("must name a picture");
  await (await choice("Logo")).press(save, [], file(svg(), "Us.svg"));
  const text = "# Us\n\nWe: ![](us.svg)";
  const preview = { text, do: "preview" };
  for (const { body } of [
    await get(INBOX.site),
    await post(INBOX.sitePage, preview),
  ])
    expect(body).toContain(`src="${INBOX.sitePicture}?picture=us.svg"`);
  await (await pages(siteEditor.page.heading)).press(save, { text });
  const used = words.usedIn.replace("{places}", "Logo, Us | Nightshift");
  expect((await pictures()).text).toContain(used);
  await publish();
  expect(read("site.yaml")).toContain("picture: us.svg\n  replaces: mark\n");
  await (await choice("Logo")).press(save, { "remove/logo": "true" });
  await publish();
  expect(read("site.yaml")).toContain("logo: null");
});

test("a picture of the team needs a description, which is asked for beside it", async ({
  choice,
  open,
}) => {
  const form = await choice("Contact › Team");
  expect(form.text).toContain(siteEditor.fieldHelp["team.text"]);
  const refused = await form.press(save, [], file(png()));
  expect(refused.text).toContain("must not be empty");
  expect(refused.fields["field/contact/team/picture"]).toBe("van.png");
  await refused.press(save, {
    "field/contact/team/text": "Maya and Ben at the van",
  });
  const site = await open(INBOX.site);
  expect(site.text).toContain("Maya and Ben at the van");
  const tapped = await site.follow(words.change);
  expect(tapped.text).toContain(siteEditor.fieldHelp["team.text"]);
});

test("who only drafts chooses and sends nothing, and a form of another site is refused", async ({
  server,
  eveAs,
  pictures,
  session,
  added,
}) => {
  await (await pictures()).press(words.add, [], file(png(), "here.png"));
  const fields: [string, string | File][] = [
    ["picture", file(png(9, 9))],
    ["field/x", "Kept."],
    ["field/y", "Too."],
  ];
  const upload = async (headers: object) =>
    server.send(await uploadRequest(INBOX.sitePictures, fields, headers));
  const member = await upload((await eveAs("member")).session);
  expect(member.status).toBe(403);
  const editor = await upload((await eveAs("editor")).session);
  expect(editor.body).toContain(faults["not-allowed"]);
  const foreign = { ...session, "sec-fetch-site": "cross-site" };
  expect((await upload(foreign)).status).toBe(403);
  const signedOut = await upload({});
  expect(signedOut.status).toBe(401);
  expect(signedOut.body).toContain(">Kept.\nToo.<");
  expect(added()).toEqual(["here.png"]);
});

test("a picture of the site is shown without anything active, and no other file is", async ({
  get,
}) => {
  const at = (name: string) => get(`${INBOX.sitePicture}?picture=${name}`);
  const { headers } = await at("trades.svg");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-type"]).toBe("image/svg+xml");
  expect((await at("../site.yaml")).status).toBe(404);
});

test("a mail in the editor shows the logo that it would carry", async ({
  get,
  pathOf,
  read,
}) => {
  const logo = 'logo: { picture: us.png, replaces: "mark" }';
  const site = read("site.yaml").replace("logo: null", logo);
  writeFileSync(pathOf("site.yaml"), site);
  // Mails carry 100 KB at most.
  for (const more of ["x".repeat(2e5), ""]) {
    writeFileSync(pathOf("pictures/us.png"), png(300, 200, more));
    const { body } = await get(`${INBOX.site}?page=/mail/booked`);
    const shown = body.includes(
      `<img src="${INBOX.sitePicture}?picture=us.png"`,
    );
    expect(shown).toBe(more === "");
  }
});
