import { expect, test } from "vitest";
import type { BookingLine } from "../../contract/booking.ts";
import { mailedTo } from "./page-states.ts";

const CALL: BookingLine = {
  id: "01a207fb-332c-738d-b761-ff06e33926ed",
  leadId: "01a207fb-3694-7388-8b52-ae89a6449535",
  startsAt: "2027-03-02T15:00:00.000Z",
  endsAt: "2027-03-02T15:20:00.000Z",
  blockedUntil: "2027-03-02T15:30:00.000Z",
  state: "booked",
  sequence: 0,
  zone: "UTC",
  phone: "",
  createdAt: "2027-03-01T15:00:00.000Z",
  updatedAt: "2027-03-01T15:00:00.000Z",
  name: "Ada",
  email: "ada@sample.co",
  companyName: "Sample",
  version: 0,
  suspected: false,
  withheld: false,
};

test.each([
  ["the visitor's address", {}, "ada@sample.co"],
  ["none of a suspected lead", { suspected: true }, ""],
  ["none while the mailbox's budget holds the invitation back", { withheld: true }, ""],
  ["none of a lead that called", { email: "+12015550142@phone.invalid" }, ""],
])("the page of a call promises a mail to %s", (_whom, changes, address) => {
  expect(mailedTo({ ...CALL, ...changes })).toBe(address);
});
