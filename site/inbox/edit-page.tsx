/** Adds a caller, or corrects a lead; a number may replace the email address. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { CALLER_COLUMNS, leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { NAMED_SOURCES, sourceName } from "../../contract/source.ts";
import { Frame, Post, useInbox } from "./frame.tsx";

type Page = InboxViews["edit"];

export function EditPage(page: Page) {
  const { inbox, leadContent } = useInbox();
  const { edit } = inbox;
  const isNew = page.id === undefined;
  return (
    <Frame heading={isNew ? edit.add : edit.heading}>
      <Post className="ask" autoComplete="off" seen={page.seen}>
        {(isNew ? CALLER_COLUMNS : leadColumns).map((column) => (
          <Field key={column} column={column} page={page} />
        ))}
        {isNew && (
          <div>
            <label htmlFor="from">{edit.from}</label>
            <select id="from" name={INBOX_FIELDS.from} defaultValue={page.from}>
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
          <a href={page.back}>{edit.cancel}</a>
        </div>
      </Post>
    </Frame>
  );
}

function Field({ column, page }: { column: LeadColumn; page: Page }) {
  const { inbox, fields, services } = useInbox();
  const { input, kind, required, rows } = leadField(column);
  const { emailOrPhone: email, neitherEmailNorPhone, note: problems } = inbox.edit;
  const ofCaller: Partial<Record<LeadColumn, string>> = { email, problems };
  const { [column]: label = fields[column].label } = page.id === undefined ? ofCaller : { email };
  const { [column]: value = "" } = page.fields;
  const problem = page.problems.find((one) => one.column === column)?.message;
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
