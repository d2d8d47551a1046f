import type { Colors } from "../../../contract/content/colors.ts";
import type { ContentField } from "../../../contract/content/fields.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { ColorExample } from "./color-example.tsx";
import { Links, type SiteLink } from "./links.tsx";
import { PicturePicker } from "./picture-fields.tsx";
import shrinkPicture from "./shrink-picture.js?raw";

declare module "../pages.tsx" {
  interface NamedPages {
    FieldsPage: typeof FieldsPage;
  }
}

interface FieldsProps {
  heading: string;
  /** What is wrong, which also stands beside the rows of this page. */
  problems: readonly string[];
  /** Hidden fields of the form. */
  hidden: Readonly<Record<string, string>>;
  rows: readonly FormRow[];
  buttons: Buttons;
  /** The colors to try on an example, for the form of colors. */
  colors?: Colors | undefined;
  /** A page's HTML, in which what somebody typed is escaped. */
  preview?: string | undefined;
  /**
   * The name of the box that leaves the whole
   * part out, if the content can do without it.
   */
  leaveOut?: string | undefined;
  /** Fields with fields of their own. */
  groups?: readonly SiteLink[];
  /** What leads to a page that can be taken away. */
  removal?: readonly SiteLink[] | undefined;
  back: string;
}

/**
 * The labels of what a form can do besides
 * *Save*, by the action that each sends.
 */
type Buttons = Readonly<Record<string, string>>;

/** A control, or a group of rows: fields of a part, or items of a list. */
export interface FormRow {
  /** The name of the form's field. */
  name: string;
  label: string;
  help?: readonly string[];
  problems?: readonly string[];
  /** The name of the box that takes the item out of its list. */
  remove?: string | undefined;
  /** Of a group. */
  rows?: readonly FormRow[];
  /** Of a control. */
  field?: ControlKind;
  value?: string;
  /** Why it cannot be changed. */
  locked?: string | undefined;
}

/** A page of text and its address are no fields of the schema. */
type ControlKind = Partial<Pick<ContentField, "isOptional" | "options">> & {
  kind: ContentField["kind"] | "page" | "address";
};

type ControlProps = FormRow & { field: ControlKind };

export function FieldsPage(props: FieldsProps) {
  const { heading, hidden, rows } = props;
  const { problems, back, leaveOut } = props;
  const { colors, preview, groups = [], removal } = props;
  const { siteEditor } = useInbox();
  const hasPicture = rows.some(({ field }) => field?.kind === "picture");
  return (
    <Frame heading={heading} back={back} problems={problems}>
      {colors && <ColorExample colors={colors} />}
      {preview && (
        <Section id="preview" heading={siteEditor.page.preview}>
          <div dangerouslySetInnerHTML={{ __html: preview }} />
        </Section>
      )}
      {rows.length > 0 && (
        <Form
          fields={hidden}
          takesPicture={hasPicture}
          back={back}
          buttons={props.buttons}
        >
          <Rows rows={rows} />
          {leaveOut && (
            <Box
              name={leaveOut}
              label={fillIn(siteEditor.leaveOut, { part: heading })}
            />
          )}
        </Form>
      )}
      {groups.length > 0 && (
        <Section id="groups" heading={siteEditor.group}>
          <Links links={groups} />
        </Section>
      )}
      {removal && <Removal links={removal} hidden={hidden} />}
    </Frame>
  );
}

/** Names what leads to the page before the page can be taken away. */
function Removal({
  hidden,
  links,
}: Pick<FieldsProps, "hidden"> & { links: readonly SiteLink[] }) {
  const { page: words } = useInbox().siteEditor;
  const remove = { [INBOX_FIELDS.action]: "remove" };
  return (
    <Section id="remove" heading={words.removeHeading}>
      <p>{links.length === 0 ? words.noLinks : words.links}</p>
      <Links links={links} />
      <Press label={words.remove} fields={{ ...hidden, ...remove }} />
    </Section>
  );
}

type FormProps = React.ComponentProps<typeof Post> & {
  /** The word on the main button. */
  save?: string;
  buttons?: Buttons;
  back: string;
  cancel?: string;
  takesPicture?: boolean;
};

/** A form of the editor. */
export function Form({
  children,
  buttons = {},
  back,
  takesPicture = false,
  ...form
}: FormProps) {
  const { siteEditor } = useInbox();
  const { save = siteEditor.save, cancel = siteEditor.cancel, ...post } = form;
  return (
    <Post
      className="ask"
      autoComplete="off"
      encType={takesPicture ? "multipart/form-data" : undefined}
      {...post}
    >
      {children}
      <div className="actions">
        <button name={INBOX_FIELDS.action} value="set" className="main">
          {save}
        </button>
        {Object.entries(buttons).map(([action, label]) => (
          <button key={action} name={INBOX_FIELDS.action} value={action}>
            {label}
          </button>
        ))}
        <a href={back}>{cancel}</a>
      </div>
      {takesPicture && (
        <script dangerouslySetInnerHTML={{ __html: shrinkPicture }} />
      )}
    </Post>
  );
}

export function Rows({ rows }: { rows: readonly FormRow[] }) {
  return rows.map((row) =>
    row.field ? (
      <ControlRow key={row.name} {...row} field={row.field} />
    ) : (
      <fieldset key={row.name}>
        <legend>{row.label}</legend>
        <Help row={row} notes={row.help ?? []} />
        <Rows rows={row.rows ?? []} />
        <RemoveBox row={row} />
      </fieldset>
    ),
  );
}

function RemoveBox({ row: { remove, label } }: { row: FormRow }) {
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
  const { name, label, locked } = control;
  const { help = [], field } = control;
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
            chosen={control.value ?? ""}
            pictures={optionsOf(field)}
            canBeEmpty={field.isOptional === true}
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
  row: FormRow;
  notes: readonly (string | false | undefined)[];
};

function Help({ row: { name, problems = [] }, notes }: HelpProps) {
  const text = notes.filter(Boolean).join(" ");
  return (
    <>
      {text !== "" && (
        <p id={`${name}-help`} className="when">
          {text}
        </p>
      )}
      {problems.length > 0 && (
        <p id={`${name}-problem`} className="problem">
          {problems.join(" ")}
        </p>
      )}
    </>
  );
}

const optionsOf = ({ options = [] }: ControlKind) => options.map(String);

function Choices({ name, field, value = "" }: ControlProps) {
  const { siteEditor } = useInbox();
  const chosen = value.split(" ");
  return (
    <div className="boxes">
      {/* Says that the form has these boxes,
          since a box without a tick is not sent. */}
      <input type="hidden" name={name} value="" />
      {optionsOf(field).map((option) => (
        <Box
          key={option}
          name={`${name}/${option}`}
          label={siteEditor.options[option] ?? option}
          defaultChecked={chosen.includes(option)}
        />
      ))}
    </div>
  );
}

/** So many letters fit into a field of one line on a phone. */
const ONE_LINE = 36;

function Control({
  name,
  field,
  value = "",
  locked,
  problems = [],
}: ControlProps) {
  const { siteEditor } = useInbox();
  const common = {
    id: name,
    name,
    defaultValue: value,
    disabled: locked !== undefined,
    "aria-invalid": problems.length > 0,
    "aria-describedby": `${name}-help ${name}-problem`,
  };
  switch (field.kind) {
    case "choice":
      return (
        <select {...common}>
          {field.isOptional && <option value="">{siteEditor.choose}</option>}
          {optionsOf(field).map((one) => (
            <option key={one} value={one}>
              {siteEditor.options[one] ?? one}
            </option>
          ))}
        </select>
      );
    case "number":
      return <input {...common} inputMode="decimal" />;
    case "color":
    case "date":
      return <input {...common} type={field.kind} />;
    case "time":
    case "end":
      return <input {...common} type="time" />;
    case "address":
      return <input {...common} autoCapitalize="none" />;
    case "page":
      return <textarea {...common} className="page" dir="auto" rows={20} />;
    default:
      return value.length > ONE_LINE || value.includes("\n") ? (
        <textarea
          {...common}
          dir="auto"
          rows={value.split("\n").length + Math.floor(value.length / ONE_LINE)}
        />
      ) : (
        <input {...common} dir="auto" />
      );
  }
}
