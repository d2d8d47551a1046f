import { Fragment } from "react";
import { addressParts } from "../../contract/lead/mailbox.ts";

/**
 * A text whose address stays whole where a line
 * has room for it, and else breaks between words.
 */
export const Address = ({ text }: { text: string }) =>
  text.split(/(\S+@\S+)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} className="address">
        {addressParts(piece).map((part) => (
          <Fragment key={part}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    ),
  );
