import { INBOX } from "../../contract/http/routes.ts";
import { enterInbox } from "./operator.ts";
import { expect, test } from "./test.ts";

/**
 * The start of a photo's Exif: an APP1 with the entry that points to GPS data.
 */
const EXIF = Buffer.from(
  "ffe100224578696600004d4d002a00000008000188250004000000010000000000000000",
  "hex",
);

const PICTURES: [name: string, was: string, is: string, width: number][] = [
  // As PNG it would have many times the bytes.
  ["van.webp", "image/webp", "image/jpeg", 1600],
  // A JPEG would be black where the logo is transparent.
  ["logo.png", "image/png", "image/png", 800],
];

for (const [name, mimeType, is, width] of PICTURES)
  test(`${name} is made smaller, without where it was taken, before it is sent`, async ({
    page,
    site,
  }) => {
    await enterInbox(page, site);
    await page.goto(INBOX.sitePictures);
    const drawn = await page.evaluate((type) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [3200, 2400];
      const alpha = type === "image/png";
      const pen = canvas.getContext("2d", { alpha });
      if (!pen) return "";
      for (let spot = 0; spot < (alpha ? 1e5 : 99); spot++) {
        pen.fillStyle = `hsl(${spot * spot} 99% 50%)`;
        pen.fillRect(spot % 3181, spot % 2399, 9, 9);
      }
      return canvas.toDataURL(type).split(",")[1] ?? "";
    }, mimeType);
    const buffer = Buffer.concat([Buffer.from(drawn, "base64"), EXIF]);
    const input = page.locator("#file");
    await input.setInputFiles({ name, mimeType, buffer });
    const sent = () =>
      input.evaluate(async (element: HTMLInputElement) => {
        const [file] = element.files ?? [];
        if (!file) return undefined;
        const bitmap = await createImageBitmap(file);
        const isPlaced = (await file.text()).includes("Exif");
        return [file.type, bitmap.width, isPlaced];
      });
    await expect.poll(sent).toEqual([is, width, false]);
  });
