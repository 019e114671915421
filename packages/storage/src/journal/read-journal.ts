import type { LedgerCode } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { JournalPostingRow } from "./journal-posting.ts";

/** Which postings; null matches everything. */
export interface JournalSelection {
  readonly code: LedgerCode | null;
  readonly currency: string | null;
  readonly accountId: string | null;
  /** The ID of the object that moved the money, of its invoice, or of the line. */
  readonly objectId: string | null;
  /** Calendar dates, half-open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A position in the journal: after this posting. */
export interface JournalPlace {
  readonly day: string;
  readonly entryId: string;
  readonly position: number;
}

/** Postings ordered by day, then in the order of writing, after a position. */
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
    // The second branch repeats the condition of its index, so that the index is used.
    conditions.push(
      `(invoice_id = ${id} or object_id = ${id} and object_id is distinct from invoice_id or invoice_id in (
         select l.invoice_id from invoice_line l where l.organization_id = $1 and l.id = ${id}) and line_id = ${id})`,
    );
  }
  if (after !== null) {
    const place = [bind(after.day), bind(after.entryId), bind(after.position)];
    // The first condition is implied by the second. It applies to whole entries, so that the index scan starts at the
    // position.
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

/** The balance of each code at the end of a day, by currency. Zero balances are left out. */
export async function journalBalances(tx: Tx, at: string): Promise<JournalBalanceRow[]> {
  return tx.sql<JournalBalanceRow>(
    `select currency, code, sum(amount) as balance from journal_posting
     where organization_id = $1 and day <= $2 group by currency, code having sum(amount) <> 0 order by currency, code`,
    [tx.organizationId, at],
  );
}
