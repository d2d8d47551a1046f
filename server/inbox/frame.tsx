import type { ComponentProps, ReactNode } from "react";
import { isUnsaid, shownCall } from "../../contract/call/booking.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { LINKED_PAGES } from "../../contract/content/inbox-schema.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { INBOX } from "../../contract/http/routes.ts";
import type { Mark } from "../../contract/inbox/inbox-names.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { memberName } from "../../contract/inbox/member-name.ts";
import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { telUrl } from "../../contract/lead/telephone.ts";
import { BrandSign } from "../../site/components/brand.tsx";
import { drawingUrl, type Mailbox } from "../../site/components/drawing-url.ts";
import { Drawing } from "../../site/components/drawing.tsx";
import { HiddenInputs } from "../../site/components/hidden-inputs.tsx";
import { contactLinks, LinkList } from "../../site/components/links.tsx";
import { INBOX_FIELDS } from "./fields.ts";
import { useInbox } from "./use-inbox.ts";

interface FrameProps {
  children: ReactNode;
  back?: string | undefined;
  /**
   * The `h1` and a part of the title (WCAG 2.4.2).
   * Without `heading`, `children` have the `h1`.
   */
  heading?: string;
  text?: ReactNode;
  /** What is wrong with the form that was sent. */
  problems?: readonly string[];
  /** What was typed into a form that failed. */
  typed?: string | undefined;
  title?: string;
  /**
   * On a page that is one card in the middle, with buttons over its full width.
   */
  mailbox?: Mailbox;
  /**
   * On the list, the searched text, which may
   * be empty. Undefined on all other pages.
   */
  search?: string | undefined;
}

export function Frame({
  children,
  back = INBOX.path,
  heading,
  text,
  typed,
  problems = [],
  title,
  mailbox,
  search,
}: FrameProps) {
  const inbox = useInbox();
  const { site, logo, pictures } = inbox;
  const { header, signIn } = inbox;
  const drawing = mailbox && drawingUrl(mailbox, inbox);
  const shownLogo = logo && {
    replaces: logo.replaces,
    picture: pictures[logo.picture],
  };
  return (
    <>
      <title>{title ?? `${heading} | ${site.brandName}`}</title>
      <header className="bar">
        <a
          className="brand"
          href={signIn ? INBOX.path : "/"}
          aria-label={site.brandName}
        >
          <BrandSign name={site.brandName} logo={shownLogo} />
        </a>
        {signIn ? (
          <Navigation search={search} back={back} />
        ) : (
          <a className="home" href="/">
            {header.backHome}
          </a>
        )}
      </header>
      {drawing && <Drawing className="drawing" href={drawing} />}
      <main id="main" className={mailbox && `small ${mailbox}`}>
        {heading && <h1>{heading}</h1>}
        {text && <p>{text}</p>}
        {(typed ? [inbox.linkPages.typed] : problems).map((problem) => (
          <p key={problem} role="alert" className="alarm">
            {problem}
          </p>
        ))}
        {typed && (
          <p className="said" dir="auto">
            {typed}
          </p>
        )}
        {children}
      </main>
      <DeedBar />
      {mailbox && !signIn && <Foot />}
    </>
  );
}

function Navigation({ search, back }: Pick<FrameProps, "search" | "back">) {
  const { inbox, calls, leadContent } = useInbox();
  const { siteEditor, signIn } = useInbox();
  const links = [
    { href: INBOX.add, label: inbox.edit.add },
    { href: INBOX.calls, label: calls.heading },
    ...LINKED_PAGES.map((name) => ({
      href: INBOX.page(name),
      label: inbox[name].heading,
    })),
    ...(signIn?.role === "member"
      ? []
      : [{ href: INBOX.site, label: siteEditor.heading }]),
  ];
  return (
    <>
      {search === undefined && <a href={back}>{leadContent.back}</a>}
      <form role="search" action={INBOX.path}>
        <input
          type="search"
          name="search"
          aria-label={inbox.searchLabel}
          placeholder={inbox.search}
          defaultValue={search}
        />
      </form>
      <div className="navigation">
        {links.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        <Press label={inbox.signOut} action={INBOX.signOut} className="quiet" />
      </div>
    </>
  );
}

/** As on the site, since strangers come here, too. */
function Foot() {
  const { legalLinks, site } = useInbox();
  const phoneUrl = telUrl(site.contactPhone);
  return (
    <footer className="foot">
      <LinkList
        links={[...legalLinks, ...contactLinks({ ...site, phoneUrl })]}
      />
    </footer>
  );
}

/** Says what the last pressed button did. */
function DeedBar() {
  const { inbox, deed, plural: pluralOf } = useInbox();
  if (!deed) return;
  const { what, back, count = 1, undo = [] } = deed;
  const sentence = inbox.deeds[what];
  const fields = {
    [INBOX_FIELDS.lead]: undo.join(" "),
    [INBOX_FIELDS.back]: back,
  };
  return (
    <div className="deed" role="status">
      <p>
        {typeof sentence === "string" ? sentence : pluralOf(sentence, count)}
      </p>
      {undo.length > 0 && (
        <Press
          label={inbox.undo}
          action={INBOX.undo}
          fields={fields}
          className="quiet"
        />
      )}
    </div>
  );
}

interface PostProps {
  /**
   * The lead's version on the page. The server
   * asks before it changes a later version.
   */
  seen?: number | undefined;
  fields?: Readonly<Record<string, string>> | undefined;
}

export function Post({
  seen,
  fields = {},
  children,
  ...form
}: PostProps & ComponentProps<"form">) {
  return (
    // The server, not the browser, says what is
    // missing or wrong, in the words of the inbox.
    <form method="post" noValidate {...form}>
      <HiddenInputs
        fields={{ [INBOX_FIELDS.seen]: seen?.toString(), ...fields }}
      />
      {children}
    </form>
  );
}

export type PressProps = PostProps & {
  label: string;
  action?: string;
} & ComponentProps<"button">;

export function Press({ label, action, seen, fields, ...button }: PressProps) {
  return (
    <Post action={action} seen={seen} fields={fields}>
      <button {...button}>{label}</button>
    </Post>
  );
}

export function MarkButton({
  mark,
  ...button
}: { mark: Mark } & ComponentProps<"button">) {
  const { leadContent, linkPages } = useInbox();
  const labels = {
    ...linkPages.stale.changes,
    ...leadContent.outcomes,
    answered: leadContent.markAnswered,
    "not-spam": leadContent.notSpam,
  };
  return (
    <button name={INBOX_FIELDS.mark} value={mark} {...button}>
      {labels[mark]}
    </button>
  );
}

type LinkProps = {
  id: string;
  name: string;
  companyName?: string;
  to?: string;
};

export function LeadLink({
  id,
  name,
  companyName = NOT_ASKED,
  to = INBOX.lead(id),
}: LinkProps) {
  return (
    <>
      <a href={to} dir="auto">
        {name}
      </a>{" "}
      {companyName !== NOT_ASKED && <span dir="auto">{companyName}</span>}
    </>
  );
}

/**
 * @param typed what the visitor typed, which
 * stands beside the number if it differs
 */
export function PhoneLink({
  number,
  typed,
}: {
  number: string;
  typed?: string | undefined;
}) {
  const { localNumber } = useInbox();
  const local = localNumber(number);
  return (
    <>
      <a href={telUrl(number)}>{local}</a>
      {typed !== undefined && typed !== local && typed !== number && (
        <span className="from"> {typed}</span>
      )}
    </>
  );
}

export function MemberName({
  email,
  sentence,
}: {
  email: string | undefined;
  sentence?: string;
}) {
  const { leadContent } = useInbox();
  if (email === undefined) return;
  return (
    <span className="by" title={email}>
      {fillIn(sentence ?? leadContent.by, { by: memberName(email) })}
    </span>
  );
}

export function LabeledInput({
  label,
  ...input
}: { label: string; id: string } & ComponentProps<"input">) {
  return (
    <div>
      <label htmlFor={input.id}>{label}</label>
      <input autoComplete="off" {...input} />
    </div>
  );
}

/** When an address names the heading's id, the heading takes the focus. */
export function Section({ id, heading, children, className }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

type SectionProps = { id: string; heading: string } & ComponentProps<"section">;

export function TableHead({ titles }: { titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export type LeadProps = { detail: LeadDetail };

export function TimeLeft({ detail }: LeadProps) {
  const [variant, text] = useBadge(detail);
  return <span className={`badge ${variant}`}>{text}</span>;
}

/**
 * The class and the text of a lead's badge: what
 * became of it, or how long is left to answer.
 */
function useBadge({ dueAt, answeredAt, outcome, bookings }: LeadDetail) {
  const { inbox, calls, leadContent } = useInbox();
  const { now, duration } = useInbox();
  const call = shownCall(bookings);
  const left = Date.parse(dueAt) - Date.parse(now);
  const time = duration(Math.abs(left));
  if (outcome) return [outcome, leadContent.outcomes[outcome]];
  if (answeredAt === undefined && left < 0)
    return ["overdue", fillIn(inbox.overdue, { time })];
  if (answeredAt === undefined)
    return [left < 4 * HOUR_MS ? "soon" : "", fillIn(inbox.left, { time })];
  if (call && isUnsaid(call, now)) return ["soon", calls.asked];
  if (call?.state === "booked") return ["booked", calls.states.booked];
  return ["answered", inbox.answered];
}

/** Says that the person wrote before, and since when somebody waits. */
export function Again({
  detail: { againOf, againSince, answeredAt },
}: LeadProps) {
  const { inbox, dayName } = useInbox();
  if (againOf === undefined) return;
  return (
    <span className="badge again">
      {againSince === undefined || answeredAt !== undefined
        ? inbox.again
        : fillIn(inbox.waitingSince, { day: dayName(againSince) })}
    </span>
  );
}

/**
 * The longest text that is not folded. On a phone, 240 letters fill six lines.
 */
const SHORT = { lines: 6, letters: 240 };

export function Folded({
  text,
  children = text,
}: {
  text: string;
  children?: ReactNode;
}) {
  const { unfold } = useInbox().leadContent;
  if (text.length <= SHORT.letters && text.split("\n").length <= SHORT.lines)
    return children;
  return (
    <>
      <span className="folded">{children}</span>
      <label className="unfold">
        <input type="checkbox" autoComplete="off" /> {unfold}
      </label>
    </>
  );
}
