/**
 * *Pictures*: the places that show one, and the pictures of the content folder.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { contentTypeOf } from "../../http/encoded-body.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { present, redirectWith } from "../forms.ts";
import { fieldsAddress, pageAddress, placeIn } from "./addresses.ts";
import { choosable, picturePlaces, usesOf } from "./picture-places.ts";
import type { SiteRoom } from "./site-page.ts";
import { readUpload, UPLOAD } from "./upload.ts";

export const registerPictures: SiteRoom = (app, parts) => {
  const { draft, settings, siteEditor } = parts;
  const { pictures: words } = siteEditor;

  app.get(INBOX.sitePicture, async (request, reply) => {
    const { content } = await draft.read();
    const name = readQuery(request).get(INBOX_FIELDS.picture) ?? "";
    const pictures = new Map(Object.entries(content.pictures));
    const type = contentTypeOf(present(pictures.get(name)).src);
    const file = join(settings.contentDir, "pictures", name);
    return reply.type(type).send(readFileSync(file));
  });

  app.get(INBOX.sitePictures, async (request, reply) => {
    return showPictures(reply, placeIn(readQuery(request)).page, []);
  });

  app.post(INBOX.sitePictures, UPLOAD, async (request, reply) => {
    const { typed, faults } = await readUpload(request, parts);
    if (typed.has(INBOX_FIELDS.picture)) {
      const back = INBOX.sitePictures;
      return redirectWith(reply, { what: "picture-added", back });
    }
    const [{ sentence } = { sentence: words.faults.none }] = faults;
    return showPictures(reply.code(400), "/", [sentence]);
  });

  async function showPictures(
    reply: FastifyReply,
    page: string,
    problems: readonly string[],
  ): Promise<FastifyReply> {
    const { content } = await draft.read();
    return reply.show("PicturesPage", {
      problems,
      back: pageAddress(page),
      places: picturePlaces(content).map(({ at, ...place }) => {
        return { ...place, address: fieldsAddress(at, page) };
      }),
      pictures: choosable(content).map((picture) => {
        const places = usesOf(picture, content).join(", ");
        const uses = places && fillIn(words.usedIn, { places });
        return { picture, name: `${picture} ${uses}` };
      }),
    });
  }
};
