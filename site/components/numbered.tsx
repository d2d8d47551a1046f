import { numberParts } from "../../contract/lead/telephone.ts";

/** A text in which no line breaks within a number. */
export const Numbered = ({ text }: { text: string }) => (
  <span>
    {numberParts(text).map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className="call-number">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </span>
);
