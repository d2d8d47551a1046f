/**
 * Stores the texts of forms, since a form
 * may be sent after its texts have changed.
 */

import type { FormContent } from "../../contract/content/form-content.ts";
import { consentVersionOf } from "../../contract/lead/lead-visit.ts";
import type { Database } from "../store/database.ts";
import { text } from "../store/query.ts";
import { insertRows } from "../store/sql.ts";
import { ifAvailable } from "../store/unavailable.ts";

export function createFormTexts(
  store: Database,
  form: Pick<FormContent, "consent" | "services">,
) {
  let isStored = false;
  const rows = [
    {
      kind: "consent",
      name: consentVersionOf(form.consent),
      text: form.consent,
    },
    ...form.services.map(({ value, label }) => ({
      kind: "service",
      name: value,
      text: label,
    })),
  ];

  return {
    async keep(): Promise<void> {
      if (isStored) return;
      const inserting = insertRows("form_texts", rows);
      const storing = store.write(
        (query) => query`${inserting} ON CONFLICT DO NOTHING`,
      );
      isStored = (await ifAvailable(storing)) !== undefined;
    },

    async find(
      kind: "consent" | "service",
      name: string,
    ): Promise<string | undefined> {
      const current = rows.find(
        (row) => row.kind === kind && row.name === name,
      );
      if (current) return current.text;
      const earlier = store.read(async (query) => {
        const [row] = await query`SELECT text FROM form_texts
          WHERE kind = ${kind} AND name = ${name}`;
        return row && text(row, "text");
      });
      return ifAvailable(earlier);
    },
  };
}
