import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type AgeBand,
  getOrganization,
  owedByAge,
  owedInvoices,
  type OwedInvoiceRow,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { localDay } from "../time.ts";

/** In the order of age. */
export const AGE_BANDS = ["not_due", "1_30", "31_60", "61_90", "over_90"] as const satisfies readonly AgeBand[];

export interface Ageing {
  at: string;
  items: { currency: string; total: string; bands: { band: AgeBand; amount: string }[] }[];
}

/** What was owed by the end of a day, by how long it was due. */
export function readAgeing(context: Context, at: string | undefined): Promise<Ageing> {
  return read(context, async (tx) => {
    const day = await dayOf(context, tx, at);
    const byCurrency = Map.groupBy(await owedByAge(tx, day), ({ currency }) => currency);
    const items = [...byCurrency].map(([currency, rows]) => {
      const money = (of: typeof rows) =>
        formatAmount({ amount: Decimal.sum(of.map(({ amount }) => Decimal.of(amount))), currency });
      const bands = AGE_BANDS.map((band) => ({ band, amount: money(rows.filter((row) => row.band === band)) }));
      return { currency, total: money(rows), bands };
    });
    return { at: day, items };
  });
}

export interface OwedInvoices {
  at: string;
  items: OwedInvoiceRow[];
  nextCursor: string | null;
}

/** The invoices that make the figures, by id. */
export function listOwedInvoices(
  context: Context,
  { at, cursor = "" }: { at?: string | undefined; cursor?: string | undefined },
  limit: number,
): Promise<OwedInvoices> {
  return read(context, async (tx) => {
    const day = await dayOf(context, tx, at);
    const rows = await owedInvoices(tx, day, cursor, limit + 1);
    const items = rows.slice(0, limit).map((row) => ({
      ...row,
      amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }),
    }));
    return { at: day, items, nextCursor: rows.length > limit ? (items.at(-1)?.invoiceId ?? null) : null };
  });
}

async function dayOf(context: Context, tx: Tx, at: string | undefined): Promise<string> {
  return at ?? localDay(context.clock.now(), (await getOrganization(tx)).timezone);
}
