import { useInbox } from "../use-inbox.ts";
import { pictureAddress } from "./addresses.ts";

interface PickerProps {
  name: string;
  chosen: string;
  pictures: readonly string[];
  canBeEmpty: boolean;
}

/** The choice of one of the content folder's pictures, or of a new one. */
export function PicturePicker(picker: PickerProps) {
  const { name, chosen, pictures, canBeEmpty } = picker;
  const { none } = useInbox().siteEditor.pictures;
  const options = [...(canBeEmpty ? [""] : []), ...pictures];
  return (
    <>
      <div className="pictures">
        {/* Says that the form has this choice, also before anybody chose. */}
        <input type="hidden" name={name} value="" />
        {options.map((option) => (
          <label key={option} className="box">
            <input
              type="radio"
              name={name}
              value={option}
              defaultChecked={option === chosen}
            />{" "}
            {option !== "" && <Thumbnail name={option} />}
            <span>{option || none}</span>
          </label>
        ))}
      </div>
      <PictureUpload name={name} />
    </>
  );
}

export const Thumbnail = ({ name }: { name: string }) => (
  <img src={pictureAddress(name)} alt="" loading="lazy" />
);

/** What browsers convert the photos of phones to, before they send them. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/svg+xml";

export function PictureUpload({ name }: { name: string }) {
  const { file, help } = useInbox().siteEditor.pictures;
  return (
    <>
      <label htmlFor="file">{file}</label>
      <input
        id="file"
        type="file"
        name={name}
        accept={ACCEPTED}
        aria-describedby="file-help"
      />
      <p id="file-help" className="when">
        {help}
      </p>
    </>
  );
}
