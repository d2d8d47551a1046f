import { fillIn } from "../../../contract/content/fill-in.ts";
import { inZone } from "../../../contract/locale/in-zone.ts";
import { isSameTime } from "../../../contract/locale/same-time.ts";
import { keepOwnCall, type OwnCall } from "../../booked-call.ts";
import { Button, PageLink } from "../../components/button.tsx";
import { HiddenInputs } from "../../components/hidden-inputs.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import type { ScheduleTexts } from "../../page-content.ts";
import confirmed from "../book-call/confirmation.module.css";
import css from "./board.module.css";
import "../../styles/call.css";

type Texts = Pick<ScheduleTexts, "own" | "locale">;

/** `Wed, Nov 25, 12:00 PM`. */
export function shortMoment(startsAt: string, zone: string, { locale }: Texts) {
  const { shortDay, time } = inZone(startsAt, zone, locale);
  return shortDay + time; // `shortDay` ends with a separator.
}

export function OwnCallNote({ call, texts }: { call: OwnCall; texts: Texts }) {
  const { path, startsAt, zone } = call;
  return (
    <p role="status" className={css.own}>
      <strong>
        {fillIn(texts.own.booked, { time: shortMoment(startsAt, zone, texts) })}
      </strong>{" "}
      <a href={path}>{texts.own.see}</a>
    </p>
  );
}

export function MoveButton({
  path,
  startsAt,
  zone,
  texts,
}: OwnCall & { texts: Texts }) {
  const time = shortMoment(startsAt, zone, texts);
  return (
    <form method="post" action={`${path}&move`}>
      <HiddenInputs fields={{ startsAt, zone }} />
      <Button type="submit">{fillIn(texts.own.move, { time })}</Button>
    </form>
  );
}

type OwnCallPageProps = {
  call: OwnCall;
  wanted: Omit<OwnCall, "path">;
  texts: Texts;
};

function bookAnother(): void {
  keepOwnCall(undefined);
  location.reload();
}

/**
 * A tab that has already booked a call shows this
 * in place of the form for the `wanted` time.
 */
export function OwnCallPage({
  call: { path, startsAt },
  wanted,
  texts,
}: OwnCallPageProps) {
  const canMove = !isSameTime(wanted.startsAt, startsAt);
  return (
    <PlainPage className={confirmed.page}>
      <div className={`${confirmed.order} call-page`}>
        <h1 className="call-became">
          {fillIn(texts.own.booked, {
            time: shortMoment(startsAt, wanted.zone, texts),
          })}
        </h1>
        <div className="call-ways">
          {canMove && <MoveButton path={path} texts={texts} {...wanted} />}
          <PageLink variant={canMove ? "plain" : "main"} href={path}>
            {texts.own.see}
          </PageLink>
          <Button variant="plain" onClick={bookAnother}>
            {texts.own.another}
          </Button>
        </div>
      </div>
    </PlainPage>
  );
}
