import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { PictureUpload, Thumbnail } from "./picture-fields.tsx";

interface PicturesProps {
  problems: readonly string[];
  places: readonly {
    name: string;
    picture: string;
    who: string;
    address: string;
  }[];
  /** Each picture, with the places that show it. */
  pictures: readonly { name: string; uses: readonly string[] }[];
  back: string;
}

export function PicturesPage(props: PicturesProps) {
  const { problems, places, pictures, back } = props;
  const { siteEditor } = useInbox();
  const { pictures: words } = siteEditor;
  return (
    <Frame heading={words.heading} back={back} problems={problems}>
      <Post
        className="ask"
        action={INBOX.sitePictures}
        encType="multipart/form-data"
        autoComplete="off"
      >
        <PictureUpload name={INBOX_FIELDS.picture} />
        <div className="actions">
          <button className="main">{words.add}</button>
          <a href={back}>{siteEditor.cancel}</a>
        </div>
      </Post>
      <Section id="places" heading={words.places}>
        <ul className="fields pictures">
          {places.map(({ name, picture, who, address }) => (
            <li key={address}>
              {picture !== "" && <Thumbnail name={picture} />}
              <a href={address}>{name}</a> <span dir="auto">{who}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="pictures" heading={words.all}>
        <ul className="fields pictures">
          {pictures.map(({ name, uses }) => (
            <li key={name}>
              <Thumbnail name={name} />
              <span>
                {name}{" "}
                {uses.length > 0 &&
                  fillIn(words.usedIn, { places: uses.join(", ") })}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Frame>
  );
}
