import type { StoredTax } from "../tax/stored-taxes.ts";

/** What later invoices had already given back of a line. Credit notes of earlier releases store only the amount. */
export interface BilledBackRow {
  amount: string;
  /** By taxes, with the tax amounts, as far as they are known. */
  parts: BilledBackPartRow[];
}

export interface BilledBackPartRow {
  amount: string;
  taxes: StoredTax[];
  /**
   * True if the taxes of the line have changed and the credit note gives back the rest of the line, which then settles
   * this part.
   */
  isSettled: boolean;
}
