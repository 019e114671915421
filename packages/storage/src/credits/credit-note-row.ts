import type { StoredTax } from "../tax/stored-taxes.ts";
import type { Row } from "../row.ts";

export type CreditNoteRow = Row<"creditNote">;

/** What later invoices had given back of a line. Notes of earlier releases say the amount alone. */
export interface BilledBackRow {
  amount: string;
  /** As far as it is known under which taxes, with the amounts of these. */
  parts: BilledBackPartRow[];
}

export interface BilledBackPartRow {
  amount: string;
  taxes: StoredTax[];
  /** The line is under other taxes by now, and the note gives back the rest of it: so it takes back this part. */
  isSettled: boolean;
}

export type CreditNoteLineRow = Row<"creditNoteLine">;
