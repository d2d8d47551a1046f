/** The form's page with its static parts: for the server, and for navigation inside the app. */
import { Icon } from "../../components/icon.tsx";
import { Page as BookCallPage, type BookCallPageProps } from "./book-call-page.tsx";
import { NextSteps } from "./next-steps.tsx";

export const Page = ({ content, form }: BookCallPageProps) => {
  const { bookCall, tiles } = content;
  return (
    <BookCallPage
      {...{ content, form }}
      next={<NextSteps label={bookCall.nextLabel} steps={bookCall.next} intro={bookCall.callIntro} />}
      tiles={
        tiles.length > 0 && (
          <ul>
            {tiles.map(({ drawing, title: name, text }) => (
              <li key={name}>
                <Icon drawing={drawing} />
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
