import { INBOX } from "../../contract/http/routes.ts";
import { enterInbox } from "./operator.ts";
import { expect, test } from "./test.ts";

/** The start of a photo's Exif: an APP1 with the entry that points to GPS data. */
const EXIF = Buffer.from(
  "ffe100224578696600004d4d002a00000008000188250004000000010000000000000000",
  "hex",
);

test("a photo is made smaller, without where it was taken, before it is sent", async ({
  page,
  site,
}) => {
  await enterInbox(page, site);
  await page.goto(INBOX.sitePictures);
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [3200, 2400];
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  const jpeg = Buffer.from(drawn, "base64");
  const buffer = Buffer.concat([jpeg.subarray(0, 2), EXIF, jpeg.subarray(2)]);
  const input = page.locator("#file");
  await input.setInputFiles({
    name: "van.jpg",
    mimeType: "image/jpeg",
    buffer,
  });
  const sent = () =>
    input.evaluate(async (element: HTMLInputElement) => {
      const [file] = element.files ?? [];
      if (!file) return undefined;
      const { width } = await createImageBitmap(file);
      const isPlaced = (await file.text()).includes("Exif");
      return { name: file.name, width, isPlaced };
    });
  await expect
    .poll(sent)
    .toEqual({ name: "van.jpg", width: 1600, isPlaced: false });
});
