import type { Tx } from "../database/tx.ts";

/**
 * Until commit, no transaction takes numbers while the number settings change, and the settings do not change while
 * numbers are taken.
 */
export async function lockNumbering(tx: Tx, mode: "take" | "change"): Promise<void> {
  const lock = mode === "take" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await tx.sql(`select ${lock}(hashtextextended('invoice numbers ' || $1::text, 0))`, [tx.organizationId]);
}

interface NumbersWanted {
  readonly series: string;
  readonly count: number;
  readonly pattern: string;
  readonly of?: NumberedTable;
}

/**
 * Takes `count` numbers of a series and returns the first. The series stays locked until commit, so that no number is
 * lost. A new series continues after all existing numbers with its format: `pattern` is a regular expression for them,
 * whose first group is the sequence.
 */
export async function takeNumbers(tx: Tx, { series, count, pattern, of = "invoice" }: NumbersWanted): Promise<bigint> {
  const [row] = (await takeOfRunning(tx, series, count)) ?? (await takeOfNew(tx, { series, count, pattern, of }));
  if (row === undefined) throw new Error("the series was not written");
  return BigInt(row.lastSequence) - BigInt(count) + 1n;
}

/** The tables with numbers, each with its own series. The number of a payment is its receipt number. */
export type Numbered = "invoice" | "credit_note" | "payment";

/** Quotes are numbered too, but may have gaps: they are no documents of the books. */
export type NumberedTable = Numbered | "quote_link";

/** The columns with the numbers. */
export const NUMBER_COLUMNS = {
  invoice: { number: "number", series: "series", sequence: "sequence" },
  credit_note: { number: "number", series: "series", sequence: "sequence" },
  payment: { number: "receipt_number", series: "receipt_series", sequence: "receipt_sequence" },
  quote_link: { number: "number", series: "number_series", sequence: "number_sequence" },
} as const satisfies Record<NumberedTable, object>;

interface Taken {
  readonly lastSequence: string;
}

async function takeOfRunning(tx: Tx, series: string, count: number): Promise<Taken[] | undefined> {
  const rows = await tx.sql<Taken>(
    `update invoice_series set last_sequence = last_sequence + $3 where organization_id = $1 and series = $2
     returning last_sequence`,
    [tx.organizationId, series, count],
  );
  return rows.length === 0 ? undefined : rows;
}

async function takeOfNew(tx: Tx, { series, count, pattern, of }: Required<NumbersWanted>): Promise<Taken[]> {
  const { number, series: ofSeries, sequence } = NUMBER_COLUMNS[of];
  return tx.sql<Taken>(
    `insert into invoice_series (organization_id, series, last_sequence)
     select $1, $2, $3 + greatest(
       (select coalesce(max(${sequence}), 0) from ${of} where organization_id = $1 and ${ofSeries} = $2 and ${number} is not null),
       (select coalesce(max(substring(${number} from $4)::bigint), 0) from ${of} where organization_id = $1 and ${number} ~ $4))
     on conflict (organization_id, series) do update set last_sequence = invoice_series.last_sequence + $3
     returning last_sequence`,
    [tx.organizationId, series, count, pattern],
  );
}

/**
 * Makes every series determine its next number again, because the number format changes. That of quotes does not change,
 * and an erasure deletes numbers of quotes, which must not be assigned again.
 */
export async function forgetSeries(tx: Tx): Promise<void> {
  await tx.sql("delete from invoice_series where organization_id = $1 and series not like 'quote_link/%'", [
    tx.organizationId,
  ]);
}
