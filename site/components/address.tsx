import { Fragment } from "react";
import { addressParts } from "../../contract/lead/mailbox.ts";

/** A text in which no line breaks within the words of an address. */
export const Address = ({ text }: { text: string }) =>
  addressParts(text).map((part, index) => (
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
