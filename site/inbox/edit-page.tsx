/** Adds or corrects a lead by hand: the fields of the form, where a number may replace the email address. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { leadColumns, leadField, LEAD_COLUMNS, type LeadColumn } from "../../contract/lead.ts";
import { Frame, Post, useInbox } from "./frame.tsx";

export function EditPage({ id, seen, fields, problems, waits, action, back }: InboxViews["edit"]) {
  const { edit } = useInbox().inbox;
  return (
    <Frame signedIn back={INBOX.path} heading={id === undefined ? edit.add : edit.heading}>
      <Post action={action} className="ask" autoComplete="off" seen={seen}>
        {leadColumns.map((column) => {
          const problem = problems.find((one) => one.column === column)?.message;
          return <Field key={column} column={column} value={fields[column] ?? ""} problem={problem} />;
        })}
        {id === undefined && (
          <label>
            <input type="checkbox" name={INBOX_FIELDS.waits} defaultChecked={waits} /> {edit.waits}
          </label>
        )}
        <div className="actions">
          <button className="main">{edit.save}</button>
          <a href={back}>{edit.cancel}</a>
        </div>
      </Post>
    </Frame>
  );
}

type FieldProps = { column: LeadColumn; value: string; problem: string | undefined };

function Field({ column, value, problem }: FieldProps) {
  const { inbox, fields, services } = useInbox();
  const { kind, required, rows } = leadField(column);
  const { input } = LEAD_COLUMNS[column];
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
      <label htmlFor={input}>{kind === "email" ? inbox.edit.emailOrPhone : fields[column].label}</label>
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
          {kind === "email" ? inbox.edit.neitherEmailNorPhone : problem}
        </p>
      )}
    </div>
  );
}
