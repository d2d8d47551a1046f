/** Adds a caller, or corrects a lead; a number may replace the email address. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { CALLER_COLUMNS, leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { NAMED_SOURCES, sourceName } from "../../contract/source.ts";
import { Frame, Post, useInbox } from "./frame.tsx";

export function EditPage({ id, seen, fields, problems, from, back }: InboxViews["edit"]) {
  const { inbox, leadContent } = useInbox();
  const { edit } = inbox;
  const isNew = id === undefined;
  return (
    <Frame heading={isNew ? edit.add : edit.heading}>
      <Post className="ask" autoComplete="off" seen={seen}>
        {(isNew ? CALLER_COLUMNS : leadColumns).map((column) => {
          const problem = problems.find((one) => one.column === column)?.message;
          return <Field key={column} {...{ column, isNew, problem }} value={fields[column]} />;
        })}
        {isNew && (
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
        )}
        <div className="actions">
          <button className="main">{edit.save}</button>
          <a href={back}>{edit.cancel}</a>
        </div>
      </Post>
    </Frame>
  );
}

interface FieldProps {
  column: LeadColumn;
  isNew: boolean;
  value: string | undefined;
  problem: string | undefined;
}

function Field({ column, isNew, value = "", problem }: FieldProps) {
  const { inbox, fields, services } = useInbox();
  const { input, kind, required, rows } = leadField(column);
  const { emailOrPhone: email, neitherEmailNorPhone, note: problems } = inbox.edit;
  const labels: Partial<Record<LeadColumn, string>> = isNew ? { email, problems } : { email };
  const { [column]: label = fields[column].label } = labels;
  const wrong = `${input}-problem`;
  const control = {
    id: input,
    name: input,
    required,
    defaultValue: value,
    ...(problem !== undefined && { "aria-invalid": true, "aria-describedby": wrong }),
  };
  // A service that is no longer offered stays.
  const isOffered = services.some((service) => service.value === value);
  return (
    <div>
      <label htmlFor={input}>{label}</label>
      {kind === "text" ? (
        <textarea {...control} rows={rows} dir="auto" />
      ) : kind === "service" ? (
        <select {...control}>
          {!isOffered && <option value={value}>{value}</option>}
          {services.map((service) => (
            <option key={service.value} value={service.value}>
              {service.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} type={kind === "tel" ? "tel" : "text"} dir="auto" />
      )}
      {problem !== undefined && (
        <p id={wrong} className="fault">
          {column === "email" ? neitherEmailNorPhone : problem}
        </p>
      )}
    </div>
  );
}
