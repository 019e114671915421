import { isDeepStrictEqual } from "node:util";
import { type Tx, writeLineTaxes } from "@counterfoil/storage";
import type { WrittenInvoice } from "../invoices/index.ts";
import { taxInvoices } from "./tax-invoices.ts";

/**
 * Decides the tax of drafts again before they are issued. The account may have added its tax ID since, or a rate may
 * have changed, and everything frozen must be from the same moment. Writes differences to the lines; the caller writes
 * the invoice when it is issued.
 */
export async function settleTaxes(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<WrittenInvoice[]> {
  const taxed = await taxInvoices(tx, drafts);
  const before = new Map(drafts.flatMap(({ lines }) => lines.map(({ id, taxes }) => [id, taxes] as const)));
  const changed = taxed.flatMap(({ lines }) =>
    lines.filter(({ id, taxes }) => !isDeepStrictEqual(taxes ?? null, before.get(id) ?? null)),
  );
  await writeLineTaxes(tx, changed);
  return taxed;
}
