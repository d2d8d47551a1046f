import { INBOX_FIELDS } from "../fields.ts";
import {
  TEAM_MAILS,
  type SignIn,
  type TeamMember,
} from "../../../contract/inbox/leads-admin.ts";
import { memberName } from "../member-name.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { Frame, Post, Press, type PressProps, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

interface TeamProps {
  members: readonly TeamMember[];
  signIns: readonly SignIn[];
}

export function TeamPage({ members, signIns }: TeamProps) {
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
            member={member}
            signIns={signInsOf(member.email)}
          />
        ))}
        {commandLineSignIns.length > 0 && (
          <li>
            <strong>{team.commandLine}</strong>
            <SignIns email="" signIns={commandLineSignIns} />
          </li>
        )}
      </ul>
      <Section id="invite" heading={team.invite}>
        <p>{team.inviteText}</p>
        <Post action={INBOX.team} className="ask">
          <div>
            <label htmlFor="email">{team.label}</label>
            <input
              id="email"
              type="email"
              name={INBOX_FIELDS.email}
              autoComplete="off"
              required
            />
          </div>
          <button className="main">{team.invite}</button>
        </Post>
      </Section>
    </Frame>
  );
}

type SignInsProps = Pick<TeamProps, "signIns">;

function Member({ member, signIns }: SignInsProps & { member: TeamMember }) {
  const { email, mails, invitedAt, invitedBy } = member;
  const { inbox, linkPages, moment, me } = useInbox();
  const { team } = inbox;
  const isMe = email === me;
  const by =
    invitedBy === undefined ? linkPages.stale.nobody : memberName(invitedBy);
  const invited =
    invitedAt && fillIn(team.invited, { by, time: moment(invitedAt) });
  return (
    <li>
      <strong className="address">{email}</strong> {isMe && team.you}
      <p className="when">{invited ?? team.first}</p>
      {invitedAt !== undefined && <p className="when">{team.gets[mails]}</p>}
      {invitedAt !== undefined && isMe && <MailChoices mails={mails} />}
      <SignIns email={email} signIns={signIns} />
      {invitedAt !== undefined && <SiteEdits {...member} />}
      {invitedAt !== undefined && (
        <div className="actions">
          {signIns.length === 0 && (
            <PressFor action={INBOX.team} email={email} label={team.again} />
          )}
          <details>
            <summary aria-label={`${team.remove} ${email}`}>
              {team.remove}
            </summary>
            <PressFor
              action={INBOX.removeMember}
              email={email}
              label={team.removeYes}
              className="danger"
            />
          </details>
        </div>
      )}
    </li>
  );
}

function SiteEdits({ email, mayEdit }: TeamMember) {
  const { team } = useInbox().inbox;
  const isAllowed = mayEdit === 1;
  return (
    <>
      {isAllowed && <p className="when">{team.mayEdit}</p>}
      <PressFor
        action={INBOX.memberEdits}
        email={email}
        label={isAllowed ? team.forbidEdits : team.allowEdits}
        name={INBOX_FIELDS.action}
        value={isAllowed ? "forbid" : "allow"}
      />
    </>
  );
}

function MailChoices({ mails }: Pick<TeamMember, "mails">) {
  const { choices } = useInbox().inbox.team;
  return (
    <Post
      action={INBOX.teamMails}
      className="outcomes"
      aria-label={choices.label}
    >
      <span>{choices.label}</span>
      {TEAM_MAILS.map((one) => (
        <button
          key={one}
          name={INBOX_FIELDS.mails}
          value={one}
          aria-pressed={one === mails}
        >
          {choices[one]}
        </button>
      ))}
    </Post>
  );
}

function SignIns({ email, signIns }: SignInsProps & { email: string }) {
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
      {hasOthers && (
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
