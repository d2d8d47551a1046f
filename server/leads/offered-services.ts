/** The services that forms have offered in the last seven days, by any process: an open form survives a change of the content. */
import type { FormContent, Service } from "../../contract/form-content.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contract/durations.ts";
import { versionOf } from "../../contract/lead-visit.ts";
import type { Database } from "../store/database.ts";
import { offerServices } from "./form-texts.ts";

const ACCEPTED_MS = 7 * DAY_MS;

interface Parts {
  store: Database;
  content: Pick<FormContent, "services" | "consent">;
  now: () => number;
}

export type OfferedServices = ReturnType<typeof createOfferedServices>;

export function createOfferedServices({ store, content, now }: Parts) {
  const { services: own, consent: note } = content;
  const services: Service[] = [...own];
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isKnown = (service: string) => services.some(({ value }) => value === service);

  /** Keeps the consent note by its version, too. */
  async function offer(): Promise<void> {
    lookedAt = now();
    const result = await offerServices(store, {
      consent: { version: versionOf(note), note },
      services: own,
      now: new Date(lookedAt).toISOString(),
      since: new Date(lookedAt - ACCEPTED_MS).toISOString(),
    });
    if (result.kind === "ok") services.push(...result.value.filter(({ value }) => !isKnown(value)));
  }

  return {
    services,
    /** @returns stops it */
    start(): () => void {
      // What the store lacks is written an hour later; its own faults are named elsewhere.
      const renew = () => {
        offer().catch(() => undefined);
      };
      const timer = setInterval(renew, HOUR_MS).unref();
      renew();
      return () => clearInterval(timer);
    },
    /** Looks whether another process offers it, at most once a second. */
    async look(service: unknown): Promise<void> {
      if (typeof service === "string" && !isKnown(service) && now() - lookedAt >= SECOND_MS) await offer();
    },
  };
}
