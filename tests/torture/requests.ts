/** Requests as bytes, most of them almost valid, like those of a scanner, a broken client or an attacker. */
import fc from "fast-check";
import { LEAD } from "../fakes/leads.ts";
import { headerPart, mostly, noise, path, text } from "./request-parts.ts";

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(...Object.values(LEAD)),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = mostly(
  "id|created_at|companyName|selectedService|additionalInfo|startsAt|zone|phone",
  ...Object.keys(LEAD),
);
const lead = fc.oneof(
  fc.constant(LEAD),
  fc.dictionary(key, value, { maxKeys: 7 }),
  fc.record(
    Object.fromEntries(
      Object.entries(LEAD).map(([name, usual]) => [name, fc.oneof(fc.constant(usual), value)]),
    ),
  ),
);

const body = fc.oneof(
  { weight: 4, arbitrary: lead.map((fields) => JSON.stringify(fields)) },
  { weight: 1, arbitrary: fc.array(lead, { maxLength: 4 }).map((leads) => JSON.stringify(leads)) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(key, text), { maxLength: 7 })
      .map((pairs) => pairs.map(([name, said]) => `${name}=${said}`).join("&")),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.array(text, { maxLength: 6 }), { maxLength: 4 })
      .map((rows) => rows.map((cells) => cells.join(",")).join("\n")),
  },
  { weight: 1, arbitrary: fc.nat({ max: 20_000 }).map((deep) => "[".repeat(deep)) },
  { weight: 1, arbitrary: noise },
);

/** A request; sometimes a part of it is cut off, doubled or overwritten. */
export const requests: fc.Arbitrary<Buffer> = fc
  .record({
    method: mostly("GET|POST|POST|POST|HEAD|OPTIONS|PATCH|DELETE|PUT|TRACE|CONNECT|PRI"),
    path,
    version: mostly("HTTP/1.1|HTTP/1.1|HTTP/1.1|HTTP/1.0|HTTP/2.0"),
    headers: fc.array(headerPart, { maxLength: 8 }),
    body: fc.option(body, { nil: "" }),
    saysLength: fc.integer({ min: 0, max: 9 }),
    damage: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 20 }), noise) },
    ),
  })
  .map(({ method, path: asked, version, headers, body: said, saysLength, damage }) => {
    const bytes = Buffer.from(said, "utf8");
    const length = saysLength > 0 && said !== "" ? [`Content-Length: ${bytes.length}`] : [];
    const lines = [`${method} ${asked} ${version}`, "Host: x", ...headers, ...length, "", ""];
    const whole = Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), bytes]);
    if (damage === undefined) return whole;
    const [at, cut, instead] = damage;
    return Buffer.concat([whole.subarray(0, at), Buffer.from(instead, "latin1"), whole.subarray(at + cut)]);
  });
