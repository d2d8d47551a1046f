/**
 * Reads forms with pictures, and takes the pictures into the content folder.
 */

import type { FastifyRequest } from "fastify";
import { attempt } from "../../../contract/attempt.ts";
import type { FieldPath } from "../../../contract/content/fields.ts";
import { addPicture, checkPicture } from "../../content/add-picture.ts";
import { InboxFailure } from "../forms.ts";
import { pathOfControl } from "./controls.ts";
import type { SiteParts } from "./site-page.ts";
import { rightOf } from "./site-rights.ts";

/**
 * A photo of a phone is read as a whole, so
 * that a sentence can say why it is not taken.
 */
export const UPLOAD = { bodyLimit: 12 * 1024 * 1024 };

/**
 * @returns the fields, of which one with a picture has the picture's name, and
 * what is wrong with the pictures of others
 */
export async function readUpload(request: FastifyRequest, parts: SiteParts) {
  const typed = new Map<string, string>();
  const faults: { path: FieldPath; sentence: string }[] = [];
  for (const [name, value] of await formIn(request)) {
    if (typeof value === "string") typed.set(name, value);
    // Browsers send an empty file where nobody chose one.
    else if (value.size > 0) {
      const picture = await takePicture(value, request, parts);
      if ("fault" in picture)
        faults.push({ path: pathOfControl(name), sentence: picture.fault });
      else typed.set(name, picture.name);
    }
  }
  return { typed, faults };
}

/** @throws {InboxFailure} */
function formIn({ body, headers }: FastifyRequest): Promise<FormData> {
  const type = headers["content-type"] ?? "";
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : null;
  const answer = new Response(bytes, { headers: { "content-type": type } });
  return answer.formData().catch(() => {
    throw new InboxFailure("unreadable");
  });
}

/** The folder has the picture at once, so only who may publish sends one. */
async function takePicture(
  file: File,
  request: FastifyRequest,
  { settings: { contentDir }, siteEditor }: SiteParts,
): Promise<{ name: string } | { fault: string }> {
  const { faults } = siteEditor.pictures;
  if (rightOf(request) !== "publish") return { fault: faults["not-allowed"] };
  const bytes = Buffer.from(await file.arrayBuffer());
  const checked = checkPicture(bytes);
  if ("fault" in checked) return { fault: faults[checked.fault] };
  const name = attempt(() =>
    addPicture(contentDir, file.name, bytes, checked.type),
  );
  if (name === undefined) return { fault: faults.unwritable };
  const by = request.signIn?.email;
  request.log.warn({ by, picture: name }, "a picture was added");
  return { name };
}
