/** Every filter for the secret key, and the errors of invalid ones. */
import { expect, test } from "vitest";
import { startServer } from "../fakes/server.ts";
import { get, LEADS_PATH, serverWithLeads } from "./wire-request.ts";

const [ADA, BEN, CLEO, ELODIE] = ["Ada", "Ben, Jr.", "Cleo (50%)", "ÉLODIE"] as const;

test("filters find the rows that PostgreSQL would", async () => {
  const server = await serverWithLeads([
    { name: ADA, email: "ada@trades.example" },
    { name: BEN, email: "ben@trades.example" },
    { name: CLEO, email: "cleo@other.example" },
    { name: ELODIE, email: "elodie@other.example" },
  ]);
  const { body } = await server.send(get("?name=eq.Ada&select=id"));
  const [{ id }] = JSON.parse(body);
  const found = [];
  const cases: [Record<string, string>, string[]][] = [
    [{ name: "eq.Ben, Jr." }, [BEN]],
    [{ name: "neq.Ada" }, [BEN, CLEO, ELODIE]],
    [{ name: "gt.Ben, Jr." }, [CLEO, ELODIE]],
    [{ name: "gte.Ben, Jr." }, [BEN, CLEO, ELODIE]],
    [{ name: "lt.Ben, Jr." }, [ADA]],
    [{ name: "lte.Ben, Jr." }, [ADA, BEN]],
    [{ email: "like.*@trades.*" }, [ADA, BEN]],
    [{ email: "like.%@TRADES.%" }, []],
    [{ name: "ilike.*élo*" }, [ELODIE]],
    [{ name: String.raw`like.%50\%%` }, [CLEO]],
    [{ name: "not.like.*e*" }, [ADA, ELODIE]],
    [{ name: 'in.(Ada,"Ben, Jr.",Zoe)' }, [ADA, BEN]],
    [{ name: 'not.in.(Ada,"Ben, Jr.")' }, [CLEO, ELODIE]],
    [{ name: "in.()" }, []],
    [{ id: `in.(${id.toUpperCase()})` }, [ADA]],
    [{ additional_info: "is.null" }, []],
    [{ additional_info: "not.is.null" }, [ADA, BEN, CLEO, ELODIE]],
    [{ additional_info: "is.NOT_NULL" }, [ADA, BEN, CLEO, ELODIE]],
    [{ additional_info: "eq." }, [ADA, BEN, CLEO, ELODIE]],
    [{ or: '(name.eq.Ada,name.eq."Cleo (50%)")' }, [ADA, CLEO]],
    [{ "not.or": "(name.eq.Ada,email.like.*@other.*)" }, [BEN]],
    [{ and: "(name.gt.Ada, or( name.ilike.b*,name.not.lt.É ))" }, [BEN, ELODIE]],
    [{ or: '("name".in.(x,"Ben, Jr."),name.eq."Cleo (50%)",name.eq."x,\\"y\\")")' }, [BEN, CLEO]],
    [{ or: "(not.and(name.not.is.null),not.or(name.neq.Ada,not.and(name.like.A*)))" }, [ADA]],
    [{ or: "(created_at.lt.2026-11-20T12:01:00Z,created_at.gt.2026-11-20T12:02:00Z)" }, [ADA, ELODIE]],
    [{ created_at: "in.(2026-11-20T12:01:00+00:00,2026-11-20 12:02:00+00)" }, [BEN, CLEO]],
  ];
  for (const [filter] of cases) {
    const query = new URLSearchParams({ ...filter, order: "created_at" });
    const answer = await server.send(get(`?${query}`));
    found.push([filter, JSON.parse(answer.body).map(({ name }: { name: string }) => name)]);
  }
  expect(found).toEqual(cases);
});

test("filters that cannot be answered say why", async () => {
  const server = await startServer();
  const answers = [];
  const cases: [string, number, string, string][] = [
    ["name=match.^A", 400, "PGRST100", '"failed to parse filter (match.^A)" (line 1, column 1)'],
    ["name=eq(any).A", 400, "PGRST100", '"failed to parse filter (eq(any).A)" (line 1, column 1)'],
    ["name->>x=eq.5", 400, "42703", "column lead_submissions.name->>x does not exist"],
    ["name=noop.5", 400, "PGRST100", '"failed to parse filter (noop.5)" (line 1, column 1)'],
    ["name=is.5", 400, "PGRST100", '"failed to parse filter (is.5)" (line 1, column 4)'],
    ["shoe_size=eq.5", 400, "42703", "column lead_submissions.shoe_size does not exist"],
    ["id=eq.5", 400, "22P02", 'invalid input syntax for type uuid: "5"'],
    ["id=like.5*", 400, "PGRST127", "Feature not implemented"],
    ["created_at=ilike.2026*", 400, "PGRST127", "Feature not implemented"],
    ["name=like.A%5C", 400, "22025", "LIKE pattern must not end with escape character"],
    ["name=eq.%00", 400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00'],
    ["name=eq.A&".repeat(101), 400, "PGRST127", "Feature not implemented"],
  ];
  for (const [query] of cases) {
    const { status, body } = await server.send({ ...get(), path: `${LEADS_PATH}?${query}` });
    const { code, message } = JSON.parse(body);
    answers.push([query, status, code, message]);
  }
  expect(answers).toEqual(cases);
});
