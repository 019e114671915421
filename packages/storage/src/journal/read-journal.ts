import type { LedgerCode } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { JournalPostingRow } from "./journal-posting.ts";

/** Which postings; null asks for nothing. */
export interface JournalSelection {
  readonly code: LedgerCode | null;
  readonly currency: string | null;
  readonly accountId: string | null;
  /** What moved the money, the invoice of which, or the line. */
  readonly objectId: string | null;
  /** Calendar dates, half-open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A place in the journal: after this posting. */
export interface JournalPlace {
  readonly day: string;
  readonly entryId: string;
  readonly position: number;
}

/** Postings by day, then in the order of writing, after a place. */
export async function readJournal(
  tx: Tx,
  selection: JournalSelection,
  after: JournalPlace | null,
  limit: number,
): Promise<JournalPostingRow[]> {
  const values: unknown[] = [tx.organizationId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { code, currency, accountId, objectId, from, to } = selection;
  const conditions = ["true"];
  if (code !== null) conditions.push(`code = ${bind(code)}`);
  if (currency !== null) conditions.push(`currency = ${bind(currency)}`);
  if (accountId !== null) conditions.push(`account_id = ${bind(accountId)}`);
  if (from !== null) conditions.push(`day >= ${bind(from)}`);
  if (to !== null) conditions.push(`day < ${bind(to)}`);
  if (objectId !== null) {
    const id = bind(objectId);
    // The second arm says what its index says, so that it is used.
    conditions.push(
      `(invoice_id = ${id} or object_id = ${id} and object_id is distinct from invoice_id or invoice_id in (
         select l.invoice_id from invoice_line l where l.organization_id = $1 and l.id = ${id}) and line_id = ${id})`,
    );
  }
  if (after !== null) {
    const place = [bind(after.day), bind(after.entryId), bind(after.position)];
    // The first says for whole entries what the second says for postings, so that the index is entered at the place.
    conditions.push(`(day, entry_id) >= (${place[0]}::date, ${place[1]})`);
    conditions.push(`(day, entry_id, position) > (${place[0]}::date, ${place[1]}, ${place[2]}::integer)`);
  }
  return tx.sql<JournalPostingRow>(
    `select * from journal_posting where organization_id = $1 and ${conditions.join(" and ")} order by day, entry_id, position limit ${bind(limit)}`,
    values,
  );
}

export interface JournalBalanceRow {
  currency: string;
  code: LedgerCode;
  balance: string;
}

/** What each code comes to by the end of a day, by currency; those that come to nothing are left out. */
export async function journalBalances(tx: Tx, at: string): Promise<JournalBalanceRow[]> {
  return tx.sql<JournalBalanceRow>(
    `select currency, code, sum(amount) as balance from journal_posting
     where organization_id = $1 and day <= $2 group by currency, code having sum(amount) <> 0 order by currency, code`,
    [tx.organizationId, at],
  );
}
