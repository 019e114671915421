import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type AgeBand,
  getOrganization,
  owedByAge,
  owedInvoices,
  type OwedInvoiceRow,
  owedTotals,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { localDay } from "../time.ts";
import { type CountedAccounts, includesTestClocks } from "./insight-range.ts";
import { selectAccounts } from "./list-movements.ts";
import { inReporting, type ReportingQuestion, totalText, type WithReporting } from "./reporting.ts";
import { type Total, toTotal } from "./totals.ts";

/** In the order of age. */
export const AGE_BANDS = ["not_due", "1_30", "31_60", "61_90", "over_90"] as const satisfies readonly AgeBand[];

export interface Ageing {
  at: string;
  items: { currency: string; total: string; bands: { band: AgeBand; amount: string }[] }[];
}

/** What was owed at the end of a day, by how long it had been due. */
export async function readAgeing(
  context: Context,
  question: CountedAccounts & ReportingQuestion & { at?: string | undefined },
): Promise<Ageing & WithReporting<{ total: string | null }>> {
  const { day, owed } = await read(context, async (tx) => {
    const at = await dayOf(context, tx, question.at);
    return { day: at, owed: await owedByAge(tx, at, includesTestClocks(question)) };
  });
  const byCurrency = Map.groupBy(owed, ({ currency }) => currency);
  const items = [...byCurrency].map(([currency, rows]) => {
    const money = (of: typeof rows) =>
      formatAmount({ amount: Decimal.sum(of.map(({ amount }) => Decimal.of(amount))), currency });
    const bands = AGE_BANDS.map((band) => ({ band, amount: money(rows.filter((row) => row.band === band)) }));
    return { currency, total: money(rows), bands };
  });
  const days = { currencies: byCurrency.keys(), first: day, last: day };
  const reporting = await inReporting(context, question, days, (conversion) => ({
    total: totalText(
      conversion,
      owed.map(({ currency, amount }) => ({ currency, on: day, amount: Decimal.of(amount) })),
    ),
  }));
  return { at: day, items, ...reporting };
}

export interface OwedInvoices {
  at: string;
  items: OwedInvoiceRow[];
  nextCursor: string | null;
  /** Of all pages. Null after the first page. */
  totals: Total[] | null;
}

/** At the end of a day, and which invoices. */
export interface OwedQuestion extends CountedAccounts {
  readonly at?: string | undefined;
  readonly currency?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
  readonly band?: AgeBand | undefined;
}

/** The invoices behind the figures, by ID. */
export function listOwedInvoices(
  context: Context,
  { cursor = "", ...question }: OwedQuestion & { cursor?: string | undefined },
  limit: number,
): Promise<OwedInvoices> {
  return read(context, async (tx) => {
    const day = await dayOf(context, tx, question.at);
    const selection = { ...(await selectAccounts(tx, question)), at: day, band: question.band ?? null };
    const rows = await owedInvoices(tx, selection, cursor, limit + 1);
    const totals = cursor === "" ? await owedTotals(tx, selection) : null;
    const items = rows.slice(0, limit).map((row) => ({
      ...row,
      amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }),
    }));
    const nextCursor = rows.length > limit ? (items.at(-1)?.invoiceId ?? null) : null;
    return { at: day, items, nextCursor, totals: totals?.map(toTotal) ?? null };
  });
}

async function dayOf(context: Context, tx: Tx, at: string | undefined): Promise<string> {
  return at ?? localDay(context.clock.now(), (await getOrganization(tx)).timezone);
}
