import { Decimal, type JournalEntry } from "@counterfoil/engine";
import { findPostingsOf, findTopUps, type InvoiceRow, type JournalPostingRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { dayOf, recordEffects } from "./record-effects.ts";
import { creditSold, recordGifted } from "./record-grants.ts";

/** Records that an invoice is void: all its entries are reversed, including future revenue. */
export async function recordVoided(work: Work, invoice: InvoiceRow): Promise<void> {
  const written = await findPostingsOf(work.tx, invoice.id);
  const effect = { kind: "invoice_voided" as const, day: dayOf(work, invoice), written: toEntries(written) };
  await recordEffects(work, [{ effect, objectId: invoice.id, invoice }]);
  const [topUp] = await findTopUps(work.tx, [invoice.id]);
  await recordGifted(work, topUp, creditSold(written));
}

function toEntries(rows: readonly JournalPostingRow[]): JournalEntry[] {
  return [...Map.groupBy(rows, ({ entryId }) => entryId).values()].flatMap((ofEntry) =>
    ofEntry.slice(0, 1).map(({ kind, day }) => ({
      kind,
      day: Temporal.PlainDate.from(day),
      postings: ofEntry.map(({ code, amount, lineId }) => ({ code, amount: Decimal.of(amount), lineId })),
    })),
  );
}
