import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Form } from "./fields-page.tsx";
import { Links, type SiteLink } from "./links.tsx";
import { PictureUpload } from "./picture-fields.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    PicturesPage: typeof PicturesPage;
  }
}

interface PicturesProps {
  problems: readonly string[];
  places: readonly SiteLink[];
  pictures: readonly SiteLink[];
  back: string;
}

export function PicturesPage(props: PicturesProps) {
  const { problems, places, pictures, back } = props;
  const { siteEditor } = useInbox();
  const { pictures: words } = siteEditor;
  return (
    <Frame heading={words.heading} back={back} problems={problems}>
      <Form
        action={INBOX.sitePictures}
        takesPicture
        save={words.add}
        back={back}
      >
        <PictureUpload name={INBOX_FIELDS.picture} />
      </Form>
      <Section id="places" heading={words.places}>
        <Links links={places} className="pictures" />
      </Section>
      <Section id="pictures" heading={words.all}>
        <Links links={pictures} className="pictures" />
      </Section>
    </Frame>
  );
}
