import { INBOX_FIELDS } from "../fields.ts";
import {
  ROLES,
  TEAM_MAILS,
  type SignIn,
  type TeamMember,
  type TeamSettings,
} from "../../../contract/inbox/leads-admin.ts";
import { memberName } from "../member-name.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  Frame,
  LabeledInput,
  Post,
  Press,
  type PressProps,
  Section,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

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
  const signInsOf = (email: string) =>
    signIns.filter((one) => one.email === email);
  const commandLineSignIns = signInsOf("");
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
            <SignIns
              email=""
              signIns={commandLineSignIns}
              mayEnd={page.isOwner}
            />
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
      <Post action={INBOX.team} className="ask">
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
  const { team } = useInbox().inbox;
  const words = team.runner;
  return (
    <>
      <Section id="turns" heading={team.turns.heading}>
        <p>{team.turns.text}</p>
        <Choices name="inTurn" chosen={inTurn ? "yes" : "no"} />
      </Section>
      <Section id="runner" heading={words.heading}>
        <p>{words.text}</p>
        <Post action={INBOX.teamSettings} className="ask">
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
          <button className="main">{team.save}</button>
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
  const chosen = { ...member, takesLeads: member.takesLeads ? "yes" : "no" };
  const choices = (["role", "takesLeads", "mails"] as const).map((name) => ({
    name,
    chosen: chosen[name],
  }));
  const open = choices.filter(
    ({ name }) =>
      name === "takesLeads" ||
      (!isFirst && (name === "mails" || (isOwner && !isMe))),
  );
  return (
    <li>
      <strong className="address">{email}</strong> {isMe && team.you}
      <p className="when">{isFirst ? team.first : <Origin {...member} />}</p>
      {choices.map((one) => (
        <Chosen key={one.name} {...one} />
      ))}
      <SignIns email={email} signIns={signIns} mayEnd={mayChange} />
      {mayChange && (
        <details>
          <summary aria-label={`${team.change} ${email}`}>
            {team.change}
          </summary>
          {open.map((one) => (
            <Choices key={one.name} email={email} {...one} />
          ))}
        </details>
      )}
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
        <PressFor action={INBOX.team} email={email} label={team.again} />
      )}
      <details>
        <summary aria-label={`${team.remove} ${email}`}>{team.remove}</summary>
        <PressFor
          action={INBOX.removeMember}
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

interface ChoicesProps {
  name: keyof typeof OPTIONS;
  chosen: string;
  /** The member whose choice it is; undefined for a setting of the team. */
  email?: string;
}

const useWords = (name: ChoicesProps["name"]): Record<string, string> =>
  useInbox().inbox.team.choices[name];

function Chosen({ name, chosen }: ChoicesProps) {
  const words = useWords(name);
  return (
    <p className="when">
      {words["label"]}: {words[chosen]}
    </p>
  );
}

function Choices({ name, chosen, email }: ChoicesProps) {
  const words = useWords(name);
  const of = email === undefined ? "" : ` ${email}`;
  return (
    <Post
      action={email === undefined ? INBOX.teamSettings : INBOX.teamMember}
      className="outcomes"
      aria-label={`${words["label"]}${of}`}
      fields={email === undefined ? {} : { [INBOX_FIELDS.email]: email }}
    >
      <span>{words["label"]}</span>
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
  );
}

function SignIns({
  email,
  signIns,
  mayEnd,
}: SignInsProps & { email: string; mayEnd: boolean }) {
  const { inbox, plural, moment, signIn } = useInbox();
  const { team } = inbox;
  const latest = signIns.at(-1);
  const opened =
    latest && fillIn(team.latest, { time: moment(latest.openedAt) });
  const devices = plural(team.signedIn, signIns.length);
  const endLabel = email === signIn?.email ? team.endOthers : team.end;
  const hasOthers = signIns.some(({ id }) => id !== signIn?.id);
  return (
    <>
      <p className="when">{opened ? `${devices} ${opened}` : team.signedOut}</p>
      {hasOthers && mayEnd && (
        <PressFor action={INBOX.endSignIns} email={email} label={endLabel} />
      )}
    </>
  );
}

/** Several buttons have the same text, so their names for screen readers contain the address. */
function PressFor({ email, ...press }: { email: string } & PressProps) {
  const fields = { [INBOX_FIELDS.email]: email };
  const label = `${press.label} ${email}`.trim();
  return (
    <Press className="quiet" fields={fields} aria-label={label} {...press} />
  );
}
