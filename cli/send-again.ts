/** Makes deliveries due now, and says how many: what `revive`, `retry` and `resend` share. */
import type { SendAgain } from "../server/storage/admin-store.ts";
import { withConnection, type Context } from "./context.ts";
import { Failure, valueOf } from "./failure.ts";
import { plainJson } from "./terminal/plain-text.ts";

interface Words {
  /** What their ids are called in JSON. */
  key: string;
  /** The sentence for when there is none. */
  none: string;
}

/** @throws {Failure} when one was asked for and is not of the kind. */
export function sendAgain(
  context: Context,
  what: SendAgain,
  { key, none }: Words,
  json: true | undefined,
): Promise<void> {
  return withConnection(context, async ({ admin }) => {
    const ids = valueOf(await admin.sendAgain(what));
    if (ids.length === 0 && "id" in what) throw new Failure(none);
    if (json) return context.terminal.print(plainJson({ [key]: ids }, 2));
    const count = ids.length === 1 ? "1 delivery is" : `${ids.length} deliveries are`;
    context.terminal.print(ids.length === 0 ? none : `${count} due now.`);
  });
}
