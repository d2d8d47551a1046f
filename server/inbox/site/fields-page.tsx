import type { ContentField } from "../../../contract/content/fields.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export interface FieldsProps {
  heading: string;
  /** Hidden fields of the form. */
  hidden: Readonly<Record<string, string>>;
  controls: readonly ControlProps[];
  /** Fields with fields of their own. */
  groups: readonly { name: string; text: string; address: string }[];
  /** Problems of no field of this page. */
  problems: readonly string[];
  back: string;
}

export interface ControlProps {
  /** The name of the form's field. */
  name: string;
  label: string;
  help: readonly string[];
  field: ContentField;
  value: string;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  problems: readonly string[];
}

export function FieldsPage(props: FieldsProps) {
  const { heading, hidden, controls, groups, problems, back } = props;
  const { siteEditor } = useInbox();
  return (
    <Frame heading={heading} back={back}>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="alarm">
          {problem}
        </p>
      ))}
      {controls.length > 0 && (
        <Post className="ask" fields={hidden} autoComplete="off">
          {controls.map((control) => (
            <ControlRow key={control.name} {...control} />
          ))}
          <div className="actions">
            <button name={INBOX_FIELDS.action} value="set" className="main">
              {siteEditor.save}
            </button>
            <a href={back}>{siteEditor.cancel}</a>
          </div>
        </Post>
      )}
      {groups.length > 0 && (
        <Section id="groups" heading={siteEditor.group}>
          <ul className="fields">
            {groups.map(({ name, text, address }) => (
              <li key={address}>
                <a href={address}>{name}</a> <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Frame>
  );
}

function ControlRow(control: ControlProps) {
  const { name, label, help, locked, problems, field } = control;
  const { siteEditor } = useInbox();
  const notes = [locked, ...help, field.isOptional && siteEditor.empty];
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <Control {...control} />
      <p id={`${name}-help`} className="when">
        {notes.filter(Boolean).join(" ")}
      </p>
      {problems.map((problem) => (
        <p key={problem} id={`${name}-problem`} className="problem">
          {problem}
        </p>
      ))}
    </div>
  );
}

/** So many letters fit into a field of one line on a phone. */
const ONE_LINE = 36;

function Control({ name, field, value, locked, problems }: ControlProps) {
  const { siteEditor } = useInbox();
  const isWrong = problems.length > 0;
  const common = {
    id: name,
    name,
    defaultValue: value,
    disabled: locked !== undefined,
    "aria-invalid": isWrong,
    "aria-describedby": `${name}-${isWrong ? "problem" : "help"}`,
  };
  const answers = { true: siteEditor.yes, false: siteEditor.no };
  switch (field.kind) {
    case "yes-no":
      return <Choice {...common} field={field} options={answers} />;
    case "choice": {
      const options = field.options.map((one) => [one, one]);
      return (
        <Choice
          {...common}
          field={field}
          options={Object.fromEntries(options)}
        />
      );
    }
    case "number":
      return <input {...common} inputMode="decimal" />;
    default:
      return value.length > ONE_LINE ? (
        <textarea {...common} dir="auto" rows={rowsOf(value)} />
      ) : (
        <input {...common} dir="auto" />
      );
  }
}

const rowsOf = (text: string): number =>
  text
    .split("\n")
    .reduce((rows, line) => rows + Math.ceil((line.length + 1) / ONE_LINE), 0);

type ChoiceProps = React.ComponentProps<"select"> & {
  field: ContentField;
  options: Readonly<Record<string, string>>;
};

function Choice({ field, options, ...select }: ChoiceProps) {
  const { siteEditor } = useInbox();
  return (
    <select {...select}>
      {field.isOptional && <option value="">{siteEditor.choose}</option>}
      {Object.entries(options).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
