import type { Tx } from "../database/tx.ts";

/** Until commit nobody takes numbers by settings that are being changed, and nobody changes those by which numbers are taken. */
export async function lockNumbering(tx: Tx, mode: "take" | "change"): Promise<void> {
  const lock = mode === "take" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await tx.sql(`select ${lock}(hashtextextended('invoice numbers ' || $1::text, 0))`, [tx.organizationId]);
}

interface NumbersWanted {
  readonly series: string;
  readonly count: number;
  readonly pattern: string;
  readonly of?: Numbered;
}

/**
 * Takes `count` numbers of a series and answers the first; the series stays locked until commit, so none is lost. A series
 * that begins goes on after every number that is written as its numbers are: `pattern` is a regular expression of them, whose
 * first group is the sequence.
 */
export async function takeNumbers(tx: Tx, { series, count, pattern, of = "invoice" }: NumbersWanted): Promise<bigint> {
  const [row] = (await takeOfRunning(tx, series, count)) ?? (await takeOfNew(tx, { series, count, pattern, of }));
  if (row === undefined) throw new Error("the series was not written");
  return BigInt(row.lastSequence) - BigInt(count) + 1n;
}

/** What is numbered, each in series of its own: the name of its table. The number of a payment is that of its receipt. */
export type Numbered = "invoice" | "credit_note" | "payment";

/** The columns in which each has its number. */
export const NUMBER_COLUMNS = {
  invoice: { number: "number", series: "series", sequence: "sequence" },
  credit_note: { number: "number", series: "series", sequence: "sequence" },
  payment: { number: "receipt_number", series: "receipt_series", sequence: "receipt_sequence" },
} as const satisfies Record<Numbered, object>;

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

/** Lets every series find anew where it goes on: numbers are written in another way from now on. */
export async function forgetSeries(tx: Tx): Promise<void> {
  await tx.sql("delete from invoice_series where organization_id = $1", [tx.organizationId]);
}
