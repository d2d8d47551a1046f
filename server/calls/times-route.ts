/** The open times as JSON. */
import { isoTime } from "../../contract/durations.ts";
import type { FastifyInstance } from "fastify";
import { TIMES_PATH } from "../../contract/http/routes.ts";
import { isDay } from "../../contract/locale/day.ts";
import { dayOf } from "../leads/days.ts";
import { queryOf, type PagesParts } from "./page-states.ts";

const WRONG =
  "from must be a date like 2027-03-01, and days a number from 1 to 999.";

export function timesRoute(
  app: FastifyInstance,
  { times, now, availability }: PagesParts["schedule"],
): void {
  const { timeZone } = availability;

  app.get(TIMES_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const openings = await times.read();
    const firstDay = dayOf(openings.times[0] ?? isoTime(now()), timeZone);
    const { from = firstDay, days = "14" } = queryOf(request);
    if (!isDay(from) || !/^[1-9]\d{0,2}$/.test(days))
      return reply.code(400).send({ message: WRONG });
    const end = Temporal.PlainDate.from(from)
      .add({ days: Number(days) })
      .toString();
    const chosen = openings.days.filter(({ day }) => day >= from && day < end);
    return { zone: timeZone, times: chosen.flatMap((day) => day.times) };
  });
}
