import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { pictureAddress } from "../../../contract/inbox/site-editor.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { PicturePicker } from "./picture-picker.tsx";

export interface PicturesProps {
  problems: readonly string[];
  /** The place for which a picture is chosen. */
  place: PlaceForm | undefined;
  places: readonly {
    name: string;
    picture: string;
    who: string;
    address: string;
  }[];
  pictures: readonly ListedPicture[];
  back: string;
}

interface PlaceForm {
  name: string;
  chosen: string;
  /** What the picture shows; undefined where the content has no place for that. */
  description: string | undefined;
  canBeEmpty: boolean;
  hidden: Readonly<Record<string, string>>;
}

interface ListedPicture {
  name: string;
  /** The places that show it. */
  uses: readonly string[];
  canGo: boolean;
}

/** What browsers convert the photos of phones to, before they send them. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/svg+xml";

export function PicturesPage(props: PicturesProps) {
  const { problems, place, back } = props;
  const { pictures: words } = useInbox().siteEditor;
  return (
    <Frame heading={place?.name ?? words.heading} back={back}>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="alarm">
          {problem}
        </p>
      ))}
      <UploadForm {...props} />
      {!place && <Places {...props} />}
      {!place && <Pictures {...props} />}
    </Frame>
  );
}

function UploadForm({ place, pictures, back }: PicturesProps) {
  const { siteEditor } = useInbox();
  const { pictures: words } = siteEditor;
  return (
    <Post
      className="ask"
      action={INBOX.sitePictures}
      encType="multipart/form-data"
      fields={place?.hidden}
      autoComplete="off"
    >
      <label htmlFor="file">{words.file}</label>
      <input
        id="file"
        type="file"
        name={INBOX_FIELDS.file}
        accept={ACCEPTED}
        aria-describedby="file-help"
      />
      <p id="file-help" className="when">
        {words.help}
      </p>
      {place?.description !== undefined && (
        <>
          <label htmlFor="description">{words.description}</label>
          <input
            id="description"
            name={INBOX_FIELDS.note}
            defaultValue={place.description}
            dir="auto"
          />
        </>
      )}
      {place && (
        <fieldset>
          <legend>{words.choose}</legend>
          <PicturePicker
            name={INBOX_FIELDS.picture}
            chosen={place.chosen}
            pictures={pictures.map(({ name }) => name)}
            canBeEmpty={place.canBeEmpty}
          />
        </fieldset>
      )}
      <div className="actions">
        <button className="main">{place ? siteEditor.save : words.add}</button>
        <a href={back}>{siteEditor.cancel}</a>
      </div>
    </Post>
  );
}

function Places({ places }: PicturesProps) {
  const { pictures: words } = useInbox().siteEditor;
  return (
    <Section id="places" heading={words.places}>
      <ul className="fields pictures">
        {places.map(({ name, picture, who, address }) => (
          <li key={address}>
            {picture !== "" && (
              <img src={pictureAddress(picture)} alt="" loading="lazy" />
            )}
            <a href={address}>{name}</a> <span dir="auto">{who}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Pictures({ pictures }: PicturesProps) {
  const { pictures: words, remove } = useInbox().siteEditor;
  return (
    <Section id="pictures" heading={words.all}>
      <ul className="fields pictures">
        {pictures.map(({ name, uses, canGo }) => (
          <li key={name}>
            <img src={pictureAddress(name)} alt="" loading="lazy" />
            <span>
              {name}{" "}
              {uses.length > 0 &&
                fillIn(words.usedIn, { places: uses.join(", ") })}
            </span>
            {canGo && (
              <Press
                label={remove}
                aria-label={`${remove}: ${name}`}
                action={INBOX.removePicture}
                fields={{ [INBOX_FIELDS.picture]: name }}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
