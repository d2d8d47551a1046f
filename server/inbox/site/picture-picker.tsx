import { pictureAddress } from "../../../contract/inbox/site-editor.ts";
import { useInbox } from "../use-inbox.ts";

interface PickerProps {
  name: string;
  chosen: string;
  pictures: readonly string[];
  canBeEmpty: boolean;
}

/** The choice of one of the content folder's pictures. */
export function PicturePicker(picker: PickerProps) {
  const { name, chosen, pictures, canBeEmpty } = picker;
  const { none } = useInbox().siteEditor.pictures;
  const options = [...(canBeEmpty ? [""] : []), ...pictures];
  return (
    <div className="pictures">
      {options.map((option) => (
        <label key={option} className="box">
          <input
            type="radio"
            name={name}
            value={option}
            defaultChecked={option === chosen}
          />{" "}
          {option !== "" && (
            <img src={pictureAddress(option)} alt="" loading="lazy" />
          )}
          <span>{option || none}</span>
        </label>
      ))}
    </div>
  );
}
