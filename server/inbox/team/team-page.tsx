import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  ROLES,
  TEAM_MAILS,
  type SignIn,
  type TeamMember,
  type TeamSettings,
} from "../../../contract/inbox/leads-admin.ts";
import { memberName } from "../../../contract/inbox/member-name.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  Frame,
  LabeledInput,
  Post,
  Press,
  type PressProps,
  Section,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    TeamPage: typeof TeamPage;
  }
}

interface TeamProps {
  /** The address that stays. */
  owner: string;
  /** Whether the reader changes the team. */
  isOwner: boolean;
  members: readonly TeamMember[];
  settings: TeamSettings;
  signIns: readonly SignIn[];
}

export function TeamPage({ members, signIns, settings, ...page }: TeamProps) {
  const { team } = useInbox().inbox;
  const signInsOf = (email?: string) =>
    signIns.filter((one) => one.email === email);
  const commandLineSignIns = signInsOf();
  return (
    <Frame heading={team.heading} text={team.text}>
      <ul className="notes">
        {members.map((member) => (
          <Member
            key={member.email}
            {...page}
            member={member}
            signIns={signInsOf(member.email)}
          />
        ))}
        {commandLineSignIns.length > 0 && (
          <li>
            <strong>{team.commandLine}</strong>
            <SignIns signIns={commandLineSignIns} mayEnd={page.isOwner} />
          </li>
        )}
      </ul>
      {page.isOwner && <Invitation />}
      {page.isOwner && <Settings {...settings} />}
    </Frame>
  );
}

function Invitation() {
  const { team } = useInbox().inbox;
  return (
    <Section id="invite" heading={team.invite}>
      <p>{team.inviteText}</p>
      <Post className="ask">
        <LabeledInput
          label={team.label}
          id="email"
          type="email"
          name={INBOX_FIELDS.email}
          required
        />
        <button className="main">{team.invite}</button>
      </Post>
    </Section>
  );
}

function Settings({ inTurn, runner, runnerPhone }: TeamSettings) {
  const { team, edit } = useInbox().inbox;
  const words = team.runner;
  return (
    <>
      <Section id="turns" heading={team.turns.heading}>
        <p>{team.turns.text}</p>
        <Choice name="inTurn" chosen={inTurn ? "yes" : "no"} />
      </Section>
      <Section id="runner" heading={words.heading}>
        <p>{words.text}</p>
        <Post className="ask">
          <LabeledInput
            label={words.name}
            id="runner-name"
            name={INBOX_FIELDS.runner}
            defaultValue={runner}
          />
          <LabeledInput
            label={words.phone}
            id="runner-phone"
            type="tel"
            name={INBOX_FIELDS.runnerPhone}
            defaultValue={runnerPhone}
          />
          <button className="main">{edit.save}</button>
        </Post>
      </Section>
    </>
  );
}

type SignInsProps = Pick<TeamProps, "signIns">;

interface MemberProps extends Pick<TeamProps, "owner" | "isOwner" | "signIns"> {
  member: TeamMember;
}

function Member({ member, signIns, owner, isOwner }: MemberProps) {
  const { email } = member;
  const { inbox, me } = useInbox();
  const { team } = inbox;
  const isMe = email === me;
  const isFirst = email === owner;
  const mayChange = isOwner || isMe;
  const takesLeads = member.takesLeads ? "yes" : "no";
  const choices = [
    { name: "role", chosen: member.role, isFixed: !isOwner || isMe || isFirst },
    { name: "takesLeads", chosen: takesLeads, isFixed: !mayChange },
    { name: "mails", chosen: member.mails, isFixed: !mayChange || isFirst },
  ] as const;
  return (
    <li id={email}>
      <strong className="address">{email}</strong> {isMe && team.you}
      <p className="when">{isFirst ? team.first : <Origin {...member} />}</p>
      {choices.map((one) => (
        <Choice key={one.name} email={email} {...one} />
      ))}
      <SignIns email={email} signIns={signIns} mayEnd={mayChange} />
      {isOwner && !isMe && !isFirst && (
        <Leaving {...member} isSignedOut={signIns.length === 0} />
      )}
    </li>
  );
}

function Origin({ invitedAt, invitedBy }: TeamMember) {
  const { inbox, linkPages, moment } = useInbox();
  if (invitedAt === undefined) return inbox.team.setUp;
  const by =
    invitedBy === undefined ? linkPages.stale.nobody : memberName(invitedBy);
  return fillIn(inbox.team.invited, { by, time: moment(invitedAt) });
}

function Leaving({
  email,
  invitedAt,
  isSignedOut,
}: TeamMember & { isSignedOut: boolean }) {
  const { team } = useInbox().inbox;
  return (
    <div className="actions">
      {invitedAt !== undefined && isSignedOut && (
        <PressFor name={INBOX_FIELDS.email} email={email} label={team.again} />
      )}
      <details>
        <summary aria-label={`${team.remove} ${email}`}>{team.remove}</summary>
        <PressFor
          name={INBOX_FIELDS.removed}
          email={email}
          label={team.removeYes}
          className="danger"
        />
      </details>
    </div>
  );
}

const YES_NO = ["yes", "no"] as const;
const OPTIONS = {
  role: ROLES,
  mails: TEAM_MAILS,
  takesLeads: YES_NO,
  inTurn: YES_NO,
};

interface ChoiceProps {
  name: keyof typeof OPTIONS;
  chosen: string;
  /** The member whose choice it is; undefined for a setting of the team. */
  email?: string;
  /** Whether the reader cannot change it. */
  isFixed?: boolean;
}

function Choice({ name, chosen, email, isFixed = false }: ChoiceProps) {
  const words: Record<string, string> = useInbox().inbox.team.choices[name];
  const summary = `${words["label"]}: ${words[chosen]}`;
  if (isFixed) return <p className="when">{summary}</p>;
  const of = email === undefined ? "" : ` ${email}`;
  return (
    <details>
      <summary aria-label={summary + of}>{summary}</summary>
      <Post
        className="outcomes"
        aria-label={`${words["label"]}${of}`}
        fields={email === undefined ? {} : { [INBOX_FIELDS.email]: email }}
      >
        {OPTIONS[name].map((one) => (
          <button
            key={one}
            name={INBOX_FIELDS[name]}
            value={one}
            aria-pressed={one === chosen}
            aria-label={`${words[one]}${of}`}
          >
            {words[one]}
          </button>
        ))}
      </Post>
    </details>
  );
}

function SignIns({
  email,
  signIns,
  mayEnd,
}: SignInsProps & { email?: string; mayEnd: boolean }) {
  const { inbox, plural, moment } = useInbox();
  const { me, signIn } = useInbox();
  const { team } = inbox;
  const latest = signIns.at(-1);
  const opened =
    latest && fillIn(team.latest, { time: moment(latest.openedAt) });
  const devices = plural(team.signedIn, signIns.length);
  const endLabel = email === me ? team.endOthers : team.end;
  const hasOthers = signIns.some(({ id }) => id !== signIn?.id);
  return (
    <>
      <p className="when">{opened ? `${devices} ${opened}` : team.signedOut}</p>
      {hasOthers && mayEnd && (
        <PressFor
          name={INBOX_FIELDS.signedOut}
          email={email}
          label={endLabel}
        />
      )}
    </>
  );
}

/**
 * Several buttons have the same text, so their
 * names for screen readers contain the address.
 */
function PressFor({
  email = "",
  label,
  ...button
}: { email?: string | undefined } & PressProps) {
  return (
    <Press
      className="quiet"
      label={label}
      value={email}
      aria-label={`${label} ${email}`.trim()}
      {...button}
    />
  );
}
