import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { enterInbox } from "./operator.ts";
import { buttonIn, expect, test } from "./test.ts";

/**
 * The start of a photo's Exif: an APP1 with the entry that points to GPS data.
 */
const EXIF = Buffer.from(
  "ffe100224578696600004d4d002a00000008000188250004000000010000000000000000",
  "hex",
);

const PICTURES: [
  name: string,
  width: number,
  spots: number,
  sent: unknown[],
][] = [
  // As PNG it would have many times the bytes.
  ["van.webp", 3200, 99, ["image/jpeg", 1600, 1200]],
  // As PNG it would be too large.
  ["screen.png", 3200, 1e5, ["image/jpeg", 1600, 1200]],
  // A JPEG would be black where the logo is transparent.
  ["logo.png", 3200, 1e5, ["image/png", 800, 600]],
  // Made larger, it would blur.
  ["icon.png", 40, 9, ["image/png", 40, 30]],
];

test("a picture is made smaller, without where it was taken, before it is sent", async ({
  page,
  site,
}) => {
  await enterInbox(page, site);
  await page.goto(INBOX.sitePictures);
  const input = page.locator("#file");
  for (const [name, width, spots, sent] of PICTURES) {
    const mimeType = `image/${name.split(".")[1]}`;
    const drawn = await page.evaluate(
      ([side, count, type, alpha]) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [side, side * 0.75];
        const pen = canvas.getContext("2d", { alpha });
        if (!pen) return "";
        for (let spot = 0; spot < count; spot++) {
          pen.fillStyle = `hsl(${spot * spot} 99% 50%)`;
          pen.fillRect(spot % 3181, spot % 2399, 9, 9);
        }
        return canvas.toDataURL(type).split(",")[1] ?? "";
      },
      [width, spots, mimeType, name === "logo.png"] as const,
    );
    const buffer = Buffer.concat([Buffer.from(drawn, "base64"), EXIF]);
    await input.setInputFiles({ name, mimeType, buffer });
    const read = () =>
      input.evaluate(async (element: HTMLInputElement) => {
        const [file] = element.files ?? [];
        if (!file) return undefined;
        const bitmap = await createImageBitmap(file);
        const isPlaced = (await file.text()).includes("Exif");
        return [file.type, bitmap.width, bitmap.height, isPlaced];
      });
    await expect.poll(read, name).toEqual([...sent, false]);
  }
  const unread = { name: "van.heic", mimeType: "image/heic", buffer: EXIF };
  await input.setInputFiles(unread);
  const add = buttonIn(page, content.siteEditor.pictures.add);
  await expect(add, "for a file that is no picture here").toBeEnabled();
});
