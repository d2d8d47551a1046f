import {
  CALLER_COLUMNS,
  columnNames,
  leadField,
  type LeadColumn,
} from "../../../contract/lead/lead.ts";
import { NAMED_SOURCES, sourceName } from "../../../contract/lead/source.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    EditPage: typeof EditPage;
  }
}

export interface EditProps {
  id?: string;
  seen?: number | undefined;
  fields: Partial<Record<LeadColumn, string>>;
  problems: readonly { column: LeadColumn; message: string }[];
  from?: string | undefined;
  back: string;
}

export function EditPage(page: EditProps) {
  const { edit } = useInbox().inbox;
  const isNew = page.id === undefined;
  return (
    <Frame
      heading={isNew ? edit.add : edit.heading}
      text={isNew ? undefined : edit.text}
    >
      {/* The browser asks for what is empty: the
          form's own sentences speak to a visitor. */}
      <Post
        className="ask"
        autoComplete="off"
        seen={page.seen}
        noValidate={false}
      >
        {(isNew ? CALLER_COLUMNS : columnNames).map((column) => (
          <Field key={column} column={column} page={page} />
        ))}
        {isNew && <Sources from={page.from} />}
        <div className="actions">
          <button className="main">{edit.save}</button>
          <a href={page.back}>{edit.cancel}</a>
        </div>
      </Post>
    </Frame>
  );
}

function Sources({ from }: Pick<EditProps, "from">) {
  const { inbox, leadContent } = useInbox();
  const { edit } = inbox;
  return (
    <div>
      <label htmlFor="from">{edit.from}</label>
      <select id="from" name={INBOX_FIELDS.from} defaultValue={from}>
        <option value="">{edit.unsaid}</option>
        {NAMED_SOURCES.map((source) => (
          <option key={source} value={source}>
            {sourceName(source, leadContent.sources)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Field({ column, page }: { column: LeadColumn; page: EditProps }) {
  const { inbox, fields } = useInbox();
  const { input, kind, required, rows } = leadField(column);
  const { emailOrPhone, neitherEmailNorPhone, note } = inbox.edit;
  const labels: Partial<Record<LeadColumn, string>> = { email: emailOrPhone };
  if (page.id === undefined) labels.problems = note;
  const label = labels[column] ?? fields[column].label;
  const value = page.fields[column] ?? "";
  const problem = page.problems.find((one) => one.column === column)?.message;
  const problemId = `${input}-problem`;
  const control = {
    id: input,
    name: input,
    required,
    defaultValue: value,
    ...(problem !== undefined && {
      "aria-invalid": true,
      "aria-describedby": problemId,
    }),
  };
  return (
    <div>
      <label htmlFor={input}>{label}</label>
      {kind === "text" && <textarea {...control} rows={rows} dir="auto" />}
      {kind === "service" && <Services {...control} />}
      {kind !== "text" && kind !== "service" && (
        <input {...control} type={kind === "tel" ? "tel" : "text"} dir="auto" />
      )}
      {problem && (
        <p id={problemId} className="fault">
          {column === "email" ? neitherEmailNorPhone : problem}
        </p>
      )}
    </div>
  );
}

function Services(control: { defaultValue: string; id: string; name: string }) {
  const { services } = useInbox();
  const { defaultValue } = control;
  // The lead keeps its service, even if the
  // content no longer offers the service.
  const isOffered = services.some(({ value }) => value === defaultValue);
  return (
    <select {...control}>
      {!isOffered && <option value={defaultValue}>{defaultValue}</option>}
      {services.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
