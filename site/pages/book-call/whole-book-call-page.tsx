/** The page of the form with the parts that need no script: for the server, and for a visit inside the app. */
import { CircleCheck, Clock, Lock, type IconNode } from "lucide";
import { Icon } from "../../components/icon.tsx";
import type { BookCallContent } from "../../page-content.ts";
import { BookCallPage, type BookCallPageProps } from "./book-call-page.tsx";
import { NextSteps } from "./next-steps.tsx";

/** The icons that the tiles of `site/content/book-call.ts` may name. */
type Name = BookCallContent["tiles"][number]["icon"];

const tileIcons: Record<Name, IconNode> = { lock: Lock, clock: Clock, check: CircleCheck };

export const WholeBookCallPage = ({ content, form }: BookCallPageProps) => {
  const { bookCall, tiles } = content;
  return (
    <BookCallPage
      {...{ content, form }}
      next={<NextSteps label={bookCall.nextLabel} steps={bookCall.next} intro={bookCall.callIntro} />}
      tiles={
        tiles.length > 0 && (
          <ul>
            {tiles.map(({ icon, title: name, text }) => (
              <li key={name}>
                <Icon drawing={tileIcons[icon]} />
                <strong>{name}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
};
