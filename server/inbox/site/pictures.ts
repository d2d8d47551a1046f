/** *Pictures*: takes pictures into the content folder, and chooses those that the site shows. */
import { readFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attempt } from "../../../contract/attempt.ts";
import {
  pathInFile,
  pathOfPointer,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { PictureFault } from "../../../contract/inbox/site-editor.ts";
import {
  addPicture,
  checkPicture,
  isMeant,
} from "../../content/add-picture.ts";
import { kindOf } from "../../content/images.ts";
import { readQuery } from "../../http/forms.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, postForm, present, redirectWith } from "../forms.ts";
import { nameOf, sentencesFor, textTyped } from "./describe.ts";
import { versionOf, type DraftContent } from "./draft.ts";
import { EDITED } from "./linked-page.ts";
import * as places from "./picture-places.ts";
import { valueOf } from "./site-form.ts";
import { siteAddress, type SiteParts } from "./site-page.ts";

/** A photo of a phone is read as a whole, so that a sentence can say why it is not taken. */
const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;

/** What an address or a form asks for. */
interface Asked {
  /** The place for which a picture is chosen; empty for none. */
  at: FieldPath;
  page: string;
  /** Undefined before somebody chose; empty for no picture. */
  chosen: string | undefined;
  description: string | undefined;
  /** The version of the place's value that the form showed. */
  seen: string | undefined;
}

type Outcome =
  | { kind: "done"; deed: Deed }
  | {
      kind: "refused";
      status: number;
      problems: readonly string[];
      chosen?: string | undefined;
    };

export function registerPictures(app: FastifyInstance, parts: SiteParts): void {
  const { draft, settings } = parts;
  const pathOf = (name: string) => join(settings.contentDir, "pictures", name);

  app.get(INBOX.sitePicture, async (request, reply) => {
    const { content } = await draft.read();
    const name = readQuery(request).get(INBOX_FIELDS.picture) ?? "";
    const end = extname(present(pictureIn(content, name)).src).slice(1);
    const type = IMAGE_TYPES[end] ?? end;
    return reply.type(`image/${type}`).send(readFileSync(pathOf(name)));
  });

  app.get(INBOX.sitePictures, async (request, reply) => {
    const query = readQuery(request);
    return showPictures(reply, parts, askedIn(query), []);
  });

  const limit = { bodyLimit: MAX_UPLOAD_BYTES };
  app.post(INBOX.sitePictures, limit, async (request, reply) => {
    const { asked, file } = await readUpload(request);
    const taken = await takeFile(file, request, parts);
    const outcome =
      "fault" in taken
        ? refusal(taken.fault, parts)
        : await use(
            { ...asked, chosen: taken.name ?? asked.chosen },
            request,
            parts,
          );
    if (outcome.kind === "done") return redirectWith(reply, outcome.deed);
    const { status, problems, chosen = asked.chosen } = outcome;
    return showPictures(
      reply.code(status),
      parts,
      { ...asked, chosen },
      problems,
    );
  });

  postForm(app, INBOX.removePicture, async ({ request, fields, by }) => {
    if ((await parts.rightOf(request)) !== "publish")
      throw new InboxFailure("not-allowed");
    const now = await draft.read();
    const name = fields.get(INBOX_FIELDS.picture) ?? "";
    present(pictureIn(now.content, name));
    if (isNamed(name, now)) throw new InboxFailure("missing");
    rmSync(pathOf(name));
    request.log.warn({ by, picture: name }, "a picture was removed");
    return { what: "picture-removed", back: INBOX.sitePictures };
  });
}

/** The types of formats whose name is another. */
const IMAGE_TYPES: Partial<Record<string, string>> = {
  jpg: "jpeg",
  svg: "svg+xml",
};

const pictureIn = (content: Content | undefined, name: string) =>
  new Map(Object.entries(content?.pictures ?? {})).get(name);

/** Whether the folder or the draft may need a picture. Its name alone says so, also in a comment. */
function isNamed(name: string, { texts, published }: DraftContent): boolean {
  const all = [...Object.values(texts), ...Object.values(published)];
  return isMeant(name) || all.some((text) => text.includes(name));
}

function askedIn(fields: {
  get: (name: string) => string | null | undefined;
}): Asked {
  const typed = (name: string) => fields.get(name) ?? undefined;
  return {
    at: pathOfPointer(typed(INBOX_FIELDS.at) ?? ""),
    page: typed(INBOX_FIELDS.page) ?? "/",
    chosen: typed(INBOX_FIELDS.picture),
    description: typed(INBOX_FIELDS.note),
    seen: typed(INBOX_FIELDS.was),
  };
}

/** Browsers send an empty file where nobody chose one. */
async function readUpload({ body, headers }: FastifyRequest) {
  const type = headers["content-type"] ?? "";
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : null;
  const answer = new Response(bytes, { headers: { "content-type": type } });
  const form = await answer.formData().catch(() => {
    throw new InboxFailure("unreadable");
  });
  const file = form.get(INBOX_FIELDS.file);
  const typed = [...form].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  const isSent = file instanceof File && file.size > 0;
  return { asked: askedIn(new Map(typed)), file: isSent ? file : undefined };
}

async function takeFile(
  file: File | undefined,
  request: FastifyRequest,
  { rightOf, settings: { contentDir } }: SiteParts,
): Promise<{ name?: string } | { fault: PictureFault }> {
  if (!file) return {};
  if ((await rightOf(request)) !== "publish")
    throw new InboxFailure("not-allowed");
  const bytes = Buffer.from(await file.arrayBuffer());
  const checked = checkPicture(bytes);
  if ("fault" in checked) return checked;
  const add = () => addPicture(contentDir, file.name, bytes, checked.type);
  const name = attempt(add);
  if (name === undefined) return { fault: "unwritable" };
  const by = request.signIn?.email;
  request.log.warn({ by, picture: name }, "a picture was added");
  return { name };
}

function refusal(fault: PictureFault, { shown }: SiteParts): Outcome {
  const { faults } = shown.content.siteEditor.pictures;
  return { kind: "refused", status: 400, problems: [faults[fault]] };
}

/** Draws these with the icons and the images of links, which know fewer formats. */
const DRAWN = ["/logo", "/shareImage"];

async function use(
  { at, page, chosen, description, seen }: Asked,
  { signIn, log }: FastifyRequest,
  parts: SiteParts,
): Promise<Outcome> {
  const { draft, shown } = parts;
  if (at.length === 0) {
    if (!chosen) return refusal("none", parts);
    const back = INBOX.sitePictures;
    return { kind: "done", deed: { what: "picture-added", back } };
  }
  const now = await draft.read();
  const { file, value } = valueOf(at, now);
  const picture = pictureIn(now.content, chosen ?? "");
  if (chosen === undefined || (chosen !== "" && !picture))
    return refusal("none", parts);
  if (DRAWN.includes(pointerTo(at)) && picture && !kindOf(picture))
    return refusal("not-drawn", parts);
  const { changed } = shown.content.siteEditor;
  const stale = { kind: "refused", status: 409, problems: [changed] } as const;
  if (seen !== versionOf(value)) return { ...stale, chosen };
  const edits = places
    .changesOfChoice(at, value, chosen, textTyped(description ?? ""))
    .map(({ was, path, ...change }) => {
      return { ...change, file, path: pathInFile(path), seen: versionOf(was) };
    });
  const result = await draft.save(edits, signIn?.email || undefined);
  if (result.kind === "stale") return { ...stale, chosen };
  if (result.kind === "refused") {
    const problems = sentencesFor(at, result.problems);
    return { kind: "refused", status: 400, problems, chosen };
  }
  const pointer = pointerTo(places.pictureFieldOf(at));
  log.info({ by: signIn?.email, pointer }, "the draft changed");
  const back = siteAddress({
    [INBOX_FIELDS.page]: page,
    done: pointer,
    [INBOX_FIELDS.turn]: "0",
  });
  return { kind: "done", deed: { what: "saved", back: `${back}#${EDITED}` } };
}

async function showPictures(
  reply: FastifyReply,
  { draft }: SiteParts,
  { at, page, chosen, description }: Asked,
  problems: readonly string[],
): Promise<FastifyReply> {
  const now = await draft.read();
  const { content } = now;
  if (!content) return reply.redirect(INBOX.siteChanges, 303);
  const place = at.length > 0 ? placeAt(at, now) : undefined;
  return reply.show("site-pictures", {
    problems,
    place: place && {
      ...place,
      chosen: chosen ?? place.chosen,
      description: description ?? place.description,
      hidden: { ...place.hidden, [INBOX_FIELDS.page]: page },
    },
    back: siteAddress({ [INBOX_FIELDS.page]: page }),
    places: places.picturePlaces(content).map((one) => {
      const name = nameOf(one.at);
      return { ...one, name, address: places.pictureChoice(one.at, page) };
    }),
    pictures: places.choosable(content).map((name) => {
      const uses = places.usesOf(name, content);
      return { name, uses, canGo: !isNamed(name, now) };
    }),
  });
}

function placeAt(at: FieldPath, now: DraftContent) {
  present(places.isPlace(at) ? at : undefined);
  const { value } = valueOf(at, now);
  return {
    name: nameOf(at),
    chosen: places.shownAt(value, places.pictureFieldOf(at).slice(at.length)),
    description: places.descriptionAt(at, value),
    canBeEmpty: places.canBeEmpty(at),
    hidden: {
      [INBOX_FIELDS.at]: pointerTo(at),
      [INBOX_FIELDS.was]: versionOf(value),
    },
  };
}
