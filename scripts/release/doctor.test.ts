import { expect, test } from "vitest";
import { checkSenderRecords } from "./doctor.ts";

/** DNS with these records: a list of texts, or the code with which it refuses a name. */
function zone(records: Record<string, string[] | string>) {
  return (name: string) => {
    const found = records[name] ?? "ENOTFOUND";
    return typeof found === "string"
      ? Promise.reject(Object.assign(new Error(name), { code: found }))
      : Promise.resolve(found.map((text) => [text.slice(0, 5), text.slice(5)]));
  };
}

test("a sender without SPF, DKIM or DMARC is named with its remedy, and one with all three is not", async () => {
  const faults = await checkSenderRecords(
    "agency.dev",
    zone({ "agency.dev": ["google-site-verification=x"] }),
  );
  expect(faults.map((line) => /SPF|DKIM|DMARC/.exec(line)?.[0])).toEqual(["SPF", "DKIM", "DMARC"]);
  const whole = {
    "agency.dev": ["v=spf1 include:mail.dev -all", "another"],
    "_domainkey.agency.dev": "ENODATA",
    "_dmarc.agency.dev": ["v=DMARC1; p=none"],
  };
  expect(await checkSenderRecords("agency.dev", zone(whole))).toEqual([]);
  const twice = { ...whole, "agency.dev": ["v=spf1 -all", "v=spf1 include:mail.dev -all"] };
  expect(await checkSenderRecords("agency.dev", zone(twice))).toEqual([
    expect.stringContaining("several SPF records"),
  ]);
});

test("nothing is said of records when DNS does not answer", async () => {
  const silent = {
    "agency.dev": "ECONNREFUSED",
    "_domainkey.agency.dev": "ETIMEOUT",
    "_dmarc.agency.dev": "ESERVFAIL",
  };
  expect(await checkSenderRecords("agency.dev", zone(silent))).toEqual([]);
});
