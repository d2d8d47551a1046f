import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Form, WITH_FILES } from "./fields-page.tsx";
import { PictureUpload, Thumbnail } from "./picture-fields.tsx";

interface PicturesProps {
  problems: readonly string[];
  places: readonly PictureLine[];
  pictures: readonly PictureLine[];
  back: string;
}

interface PictureLine {
  /** The name of the file; empty where a place has none. */
  picture: string;
  name: string;
  /** The address of the form for a place. */
  address?: string;
}

export function PicturesPage(props: PicturesProps) {
  const { problems, places, pictures, back } = props;
  const { siteEditor } = useInbox();
  const { pictures: words } = siteEditor;
  return (
    <Frame heading={words.heading} back={back} problems={problems}>
      <Form
        action={INBOX.sitePictures}
        encType={WITH_FILES}
        save={words.add}
        back={back}
      >
        <PictureUpload name={INBOX_FIELDS.picture} />
      </Form>
      <Section id="places" heading={words.places}>
        <Lines lines={places} />
      </Section>
      <Section id="pictures" heading={words.all}>
        <Lines lines={pictures} />
      </Section>
    </Frame>
  );
}

const Lines = ({ lines }: { lines: readonly PictureLine[] }) => (
  <ul className="fields pictures">
    {lines.map(({ picture, name, address }) => (
      <li key={name}>
        {picture !== "" && <Thumbnail name={picture} />}
        {address === undefined ? (
          <span>{name}</span>
        ) : (
          <a href={address}>{name}</a>
        )}
      </li>
    ))}
  </ul>
);
