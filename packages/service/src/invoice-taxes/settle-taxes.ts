import { isDeepStrictEqual } from "node:util";
import { type Tx, writeLineTaxes } from "@counterfoil/storage";
import type { WrittenInvoice } from "../invoices/index.ts";
import { taxInvoices } from "./tax-invoices.ts";

/**
 * Decides the tax of drafts once more before they are issued: the account may have sent its tax id since, or a rate may have
 * changed, and what is frozen has to be of one moment. Writes what differs to the lines; the invoice is written as it is issued.
 */
export async function settleTaxes(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<WrittenInvoice[]> {
  const taxed = await taxInvoices(tx, drafts);
  const changed = taxed.flatMap(({ lines }, place) => {
    const before = drafts[place]?.lines ?? [];
    return lines.filter((line, index) => !isDeepStrictEqual(line.taxes ?? null, before[index]?.taxes ?? null));
  });
  await writeLineTaxes(tx, changed);
  return taxed;
}
