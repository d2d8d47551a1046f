/** The contract of every store. Each adapter runs these tests, with a factory that opens an empty store. */
import { describe } from "vitest";
import type { Store } from "../../server/storage/operations.ts";
import { booking } from "./contract/booking.ts";
import { readingCalendars } from "./contract/calendars.ts";
import { closing } from "./contract/closing.ts";
import { delivering } from "./contract/delivering.ts";
import { admin } from "./contract/admin.ts";
import { counting } from "./contract/counting.ts";
import { funnel } from "./contract/funnel.ts";
import { growing } from "./contract/growing.ts";
import { inserting } from "./contract/inserting.ts";
import { promising } from "./contract/response-clock.ts";
import { reading } from "./contract/reading.ts";
import { outcomes } from "./contract/outcomes.ts";
import { purging } from "./contract/purging.ts";
import { removing } from "./contract/removing.ts";
import { signingIn } from "./contract/signing-in.ts";
import { suspecting } from "./contract/suspecting.ts";
import { telling } from "./contract/telling.ts";
import { tryingAgain } from "./contract/trying-again.ts";
import { repeating } from "./contract/repeating.ts";
import { wrongClock } from "./contract/wrong-clock.ts";

export function describeStore(title: string, open: () => Promise<Store>): void {
  describe(`${title} as a store`, () => {
    inserting(open);
    repeating(open);
    reading(open);
    closing(open);
  });
  describe(`${title} as an outbox`, () => {
    delivering(open);
    tryingAgain(open);
    wrongClock(open);
    promising(open);
  });
  describe(`${title} as a calendar`, () => {
    booking(open);
    readingCalendars(open);
  });
  describe(`${title} as an administration`, () => {
    admin(open);
    counting(open);
    outcomes(open);
    removing(open);
    purging(open);
    funnel(open);
    suspecting(open);
    telling(open);
    signingIn(open);
    growing(open);
  });
}
