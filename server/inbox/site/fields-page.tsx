import { fillIn } from "../../../contract/content/fill-in.ts";
import type { Colors } from "../../../contract/content/colors.ts";
import type { ContentField } from "../../../contract/content/fields.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { Links, type SiteLink } from "./links.tsx";
import { PicturePicker } from "./picture-fields.tsx";
import { useInbox } from "../use-inbox.ts";

export interface FieldsProps {
  heading: string;
  /** Hidden fields of the form. */
  hidden: Readonly<Record<string, string>>;
  rows: readonly FormRow[];
  /** The colors to try on an example, for the form of colors. */
  colors: Colors | undefined;
  /** Whether the check has refused a row of the form. */
  isRefused: boolean;
  /** The name of the box that leaves the whole part out, if the content can do without it. */
  leaveOut: string | undefined;
  /** Fields with fields of their own. */
  groups: readonly SiteLink[];
  /** Problems of no row of this page. */
  problems: readonly string[];
  back: string;
}

/** A control, or a group of rows: fields of a part, or items of a list. */
export type FormRow = RowFacts &
  (
    | (ControlFacts & { rows?: undefined })
    | { rows: readonly FormRow[]; field?: undefined }
  );

interface RowFacts {
  /** The name of the form's field. */
  name: string;
  label: string;
  help: readonly string[];
  problems: readonly string[];
  /** The name of the box that takes the item out of its list. */
  remove?: string | undefined;
}

interface ControlFacts {
  field: ContentField;
  value: string;
  /** Why it cannot be changed. */
  locked?: string | undefined;
}

type ControlProps = RowFacts & ControlFacts;

export function FieldsPage(props: FieldsProps) {
  const { heading, hidden, rows, groups, problems, back, colors } = props;
  const { siteEditor } = useInbox();
  return (
    <Frame heading={heading} back={back} problems={problems}>
      {colors && <ColorExample colors={colors} />}
      {rows.length > 0 && (
        <Post
          className="ask"
          encType="multipart/form-data"
          fields={hidden}
          autoComplete="off"
        >
          <Rows rows={rows} />
          {props.leaveOut !== undefined && (
            <Box
              name={props.leaveOut}
              label={fillIn(siteEditor.leaveOut, { part: heading })}
            />
          )}
          <FormButtons {...props} />
        </Post>
      )}
      {groups.length > 0 && (
        <Section id="groups" heading={siteEditor.group}>
          <Links links={groups} />
        </Section>
      )}
    </Frame>
  );
}

function FormButtons({ colors, isRefused, back }: FieldsProps) {
  const { siteEditor } = useInbox();
  const button = (action: string, label: string, className?: string) => (
    <button name={INBOX_FIELDS.action} value={action} className={className}>
      {label}
    </button>
  );
  return (
    <div className="actions">
      {button("set", siteEditor.save, "main")}
      {colors && button("preview", siteEditor.preview)}
      {colors && isRefused && button("readable", siteEditor.readable)}
      <a href={back}>{siteEditor.cancel}</a>
    </div>
  );
}

export function Rows({ rows }: { rows: readonly FormRow[] }) {
  return rows.map((row) =>
    row.rows ? (
      <fieldset key={row.name}>
        <legend>{row.label}</legend>
        <Help row={row} notes={row.help} />
        <Rows rows={row.rows} />
        <RemoveBox row={row} />
      </fieldset>
    ) : (
      <ControlRow key={row.name} {...row} />
    ),
  );
}

function RemoveBox({ row: { remove, label } }: { row: RowFacts }) {
  const { siteEditor } = useInbox();
  if (remove === undefined) return;
  return (
    <Box
      name={remove}
      label={siteEditor.remove}
      aria-label={`${siteEditor.remove}: ${label}`}
    />
  );
}

export function Box({
  label,
  ...box
}: { label: string } & React.ComponentProps<"input">) {
  return (
    <label className="box">
      <input type="checkbox" value="true" {...box} /> {label}
    </label>
  );
}

function ControlRow(control: ControlProps) {
  const { name, label, locked, help, field } = control;
  const { siteEditor } = useInbox();
  const notes = [locked, ...help, field.isOptional && siteEditor.empty];
  const about = <Help row={control} notes={notes} />;
  if (field.kind === "choices" || field.kind === "picture")
    return (
      <fieldset>
        <legend>{label}</legend>
        {about}
        {field.kind === "picture" ? (
          <PicturePicker
            name={name}
            chosen={control.value}
            pictures={field.options.map(String)}
            canBeEmpty={field.isOptional}
          />
        ) : (
          <Choices {...control} />
        )}
      </fieldset>
    );
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <Control {...control} />
      {about}
    </div>
  );
}

type HelpProps = {
  row: RowFacts;
  notes: readonly (string | false | undefined)[];
};

function Help({ row: { name, problems }, notes }: HelpProps) {
  const text = notes.filter(Boolean).join(" ");
  return (
    <>
      {text !== "" && (
        <p id={`${name}-help`} className="when">
          {text}
        </p>
      )}
      {problems.map((problem, index) => (
        <p
          key={problem}
          id={index === 0 ? `${name}-problem` : undefined}
          className="problem"
        >
          {problem}
        </p>
      ))}
    </>
  );
}

function Choices({ name, field, value }: ControlProps) {
  const { siteEditor } = useInbox();
  const chosen = value.split(" ");
  return (
    <div className="boxes">
      {/* Says that the form has these boxes, since a box without a tick is not sent. */}
      <input type="hidden" name={name} value="" />
      {field.options.map((option) => (
        <Box
          key={option}
          name={`${name}/${option}`}
          label={siteEditor.options[option] ?? String(option)}
          defaultChecked={chosen.includes(String(option))}
        />
      ))}
    </div>
  );
}

const EXAMPLE = { width: 480, height: 132 };

/** Pages in these colors, drawn: the policy allows no styles of one's own. */
function ColorExample({ colors }: { colors: Colors }) {
  const { siteEditor, site } = useInbox();
  const half = EXAMPLE.width / 2;
  const text = (x: number, y: number, fill: string, words: string) => (
    <text x={x} y={y} fill={fill} fontSize="18" fontWeight="700">
      {words}
    </text>
  );
  const ground = (x: number, name: "night" | "paper") => (
    <>
      <rect x={x} width={half} height={EXAMPLE.height} fill={colors[name]} />
      {text(x + 16, 34, colors[`${name}-text`], site.brandName)}
      {text(x + 16, 60, colors[`${name}-dim`], siteEditor.heading)}
    </>
  );
  return (
    <svg
      className="example"
      role="img"
      aria-label={siteEditor.preview}
      viewBox={`0 0 ${EXAMPLE.width} ${EXAMPLE.height}`}
    >
      {ground(0, "night")}
      {ground(half, "paper")}
      <rect x={16} y={80} width={140} height={40} fill={colors.signal} />
      {text(32, 106, colors["signal-ink"], siteEditor.save)}
      {text(172, 106, colors.done, siteEditor.yes)}
      {text(half + 16, 106, colors["done-ink"], siteEditor.yes)}
      {text(half + 80, 106, colors["fault-text"], siteEditor.no)}
    </svg>
  );
}

/** So many letters fit into a field of one line on a phone. */
const ONE_LINE = 36;

function Control({ name, field, value, locked, problems }: ControlProps) {
  const { siteEditor } = useInbox();
  const wordOf = (one: string | number) => siteEditor.options[one] ?? one;
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
      const options = field.options.map((one) => [one, wordOf(one)]);
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
    case "color":
    case "date":
      return <input {...common} type={field.kind} />;
    case "time":
    case "end":
      return <input {...common} type="time" />;
    default:
      return value.length > ONE_LINE ? (
        <textarea {...common} dir="auto" rows={linesOf(value)} />
      ) : (
        <input {...common} dir="auto" />
      );
  }
}

const linesOf = (text: string): number =>
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
