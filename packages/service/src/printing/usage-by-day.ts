import { lineTexts, type UsageByDayTable } from "@counterfoil/documents";
import { localDate, readLineText } from "@counterfoil/engine";
import {
  findUsageDays,
  insertUsageDays,
  type InvoiceLineRow,
  type InvoiceRow,
  type SellerSnapshot,
  type StoredUsageDays,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { usageDays } from "../books/index.ts";
import { type Context, transact } from "../context.ts";

/**
 * The daily usage on an invoice, if its seller enabled it. For an issued invoice it is what its first PDF showed, which
 * is stored, so that the bytes stay the same after its events are dropped. For a draft it is the latest count.
 */
export function usageByDay(
  context: Context,
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  seller: SellerSnapshot,
): Promise<UsageByDayTable[]> {
  return listByDay(context, { invoice, lines, seller }, async (tx) => {
    if (invoice.number === null) return usageDays(tx, invoice, lines);
    const kept = await findUsageDays(tx, invoice.id);
    if (kept !== undefined) return kept;
    await insertUsageDays(tx, invoice.id, await usageDays(tx, invoice, lines));
    return (await findUsageDays(tx, invoice.id)) ?? [];
  });
}

/** The same without storing it, for a preview: its seller has other settings. */
export function shownUsageByDay(
  context: Context,
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  seller: SellerSnapshot,
): Promise<UsageByDayTable[]> {
  return listByDay(
    context,
    { invoice, lines, seller },
    async (tx) => (await findUsageDays(tx, invoice.id)) ?? usageDays(tx, invoice, lines),
  );
}

interface PrintedUsage {
  readonly invoice: InvoiceRow;
  readonly lines: readonly InvoiceLineRow[];
  readonly seller: SellerSnapshot;
}

async function listByDay(
  context: Context,
  { invoice, lines, seller: { documentTemplate, locale } }: PrintedUsage,
  readDays: (tx: Tx) => Promise<StoredUsageDays[]>,
): Promise<UsageByDayTable[]> {
  const isCounted = lines.some(({ explanation }) => explanation.counted !== undefined);
  if (!documentTemplate.showUsageByDay || !isCounted) return [];
  // Events are streamed through a cursor, which requires a transaction.
  const stored = await transact(context, ({ tx }) => readDays(tx));
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const texts = lineTexts(locale, invoice.currency);
  return stored.flatMap((table) => {
    const line = lineOf.get(table.lineId);
    if (line?.explanation.counted === undefined) return [];
    return [toTable(table, line, texts.line(readLineText(line)), invoice.timezone)];
  });
}

function toTable(
  { metric, days, daysLeftOut, measured }: StoredUsageDays,
  line: InvoiceLineRow,
  title: string,
  timeZone: string,
): UsageByDayTable {
  const { start = "", end = "" } = line.explanation.counted ?? {};
  const day = (instant: string) => localDate(Temporal.Instant.from(instant), timeZone).toString();
  return {
    title: metric === null ? title : `${title} · ${metric}`,
    period: { start: day(start), end: day(end) },
    days: days.map(({ date, group, quantity }) => ({ date, group: group && groupText(group), quantity })),
    daysLeftOut,
    measured,
  };
}

/** In the form of line descriptions. */
function groupText(group: Record<string, string>): string | null {
  const values = Object.entries(group).map(([name, value]) => `${name} ${value}`);
  return values.length === 0 ? null : values.join(", ");
}
