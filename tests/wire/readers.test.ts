/** Parsers of strangers' text: any text is parsed or refused with a sentence, and written text is read back. */
import { HOUR_MS } from "../../contract/durations.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";
import { parseFormBody } from "../../server/http/forms.ts";
import { createSessions } from "../../server/inbox/cookies.ts";
import { parsePayload } from "../../server/leads/rest/payload.ts";
import { RestError } from "../../server/leads/rest/errors.ts";
import { LEAD } from "../support/leads.ts";
import { LINK_SECRET } from "../support/outgoing.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
const words = (...usual: string[]) =>
  fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual) }, text), { maxLength: 8 })
    .map((all) => all.join(""));
/** Text that survives a form: whole characters, except the replacement character. */
const honest = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((said) => said.toWellFormed().replaceAll("\uFFFD", "?"));

/** @returns the parsed value; undefined when it was refused in the REST API's way */
function orRefused<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(RestError);
    return undefined;
  }
}

test("a form of any bytes is parsed or refused, and a browser's own form is read back", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseFormBody(Buffer.from(bytes))));
  const withFields = (count: number) =>
    parseFormBody(Buffer.from(Array.from({ length: count }, (_, n) => `f${n}=`).join("&")));
  expect(withFields(MAX_FORM_FIELDS)?.size).toBe(MAX_FORM_FIELDS);
  expect(withFields(MAX_FORM_FIELDS + 1)).toBeUndefined();
  fc.assert(
    fc.property(fc.dictionary(honest, honest), (fields) => {
      const written = Buffer.from(new URLSearchParams(fields).toString());
      expect(parseFormBody(written)).toEqual(new Map(Object.entries(fields)));
    }),
  );
});

test("the REST API reads any body as leads or refuses it, and reads its own leads back", () => {
  const type = words("application/json", "application/x-www-form-urlencoded", "text/csv", ";", " ");
  const columns = fc.option(words(...Object.keys(LEAD), ",", '"', "id"), { nil: null });
  const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)));
  const bytes = fc.uint8Array().map((array) => Buffer.from(array));
  const body = fc.oneof(json, bytes);
  fc.assert(
    fc.property(body, type, columns, (said, contentType, chosen) => {
      orRefused(() => parsePayload({ body: said, contentType, columns: chosen }));
    }),
  );
  const lead = fc.record(Object.fromEntries(Object.keys(LEAD).map((column) => [column, text])));
  fc.assert(
    fc.property(lead, (fields) => {
      const said = { body: Buffer.from(JSON.stringify(fields)), contentType: undefined, columns: null };
      expect(parsePayload(said)).toEqual([{ fields: JSON.parse(JSON.stringify(fields)) }]);
    }),
  );
});

test("a request opens the inbox with no cookie but the signed one, wherever that is among others", () => {
  const sessions = createSessions(LINK_SECRET, false, () => 0);
  const [signed = ""] = sessions.open("1", HOUR_MS).split(";");
  const pair = words("inbox=", "inbox", "=", "a", " ", "inbox.", signed.slice(0, -1));
  const others = fc.array(pair.map((said) => said.replaceAll(";", "")));
  const isOpen = (pairs: string[]) =>
    sessions.idOf(Object.assign(Object.create(null), { headers: { cookie: pairs.join(";") } })) === "1";
  fc.assert(
    fc.property(others, others, (before, after) => {
      const noise = [...before, ...after];
      fc.pre(!noise.some((one) => one.includes(signed)));
      expect([isOpen(noise), isOpen([...before, signed, ...after])]).toEqual([false, true]);
    }),
  );
});
