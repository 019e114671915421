import { Decimal, formatAmount, type LedgerCode } from "@counterfoil/engine";
import type { JournalPostingRow } from "@counterfoil/storage";

/** A posting as the API returns it. */
export interface JournalPosting {
  entryId: string;
  position: number;
  kind: string;
  day: string;
  recordedAt: string;
  accountId: string;
  currency: string;
  code: LedgerCode;
  /** Positive for a debit, negative for a credit. */
  amount: string;
  objectId: string;
  invoiceId: string | null;
  lineId: string | null;
}

export function toJournalPosting(row: JournalPostingRow): JournalPosting {
  const { entryId, position, kind, day, recordedAt, accountId, currency, code, objectId, invoiceId, lineId } = row;
  const amount = formatAmount({ amount: Decimal.of(row.amount), currency });
  return { entryId, position, kind, day, recordedAt, accountId, currency, code, amount, objectId, invoiceId, lineId };
}
