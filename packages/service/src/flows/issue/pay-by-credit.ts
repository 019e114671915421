import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { drawGrants } from "../../credits/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { type AppliedCredit, applyAccountCredit } from "./apply-account-credit.ts";
import type { ReturnSources } from "./return-sources.ts";

/** Applies credit to the drafts, and returns what it pays of each. */
export async function payByCredit(
  work: Work,
  drafts: readonly WrittenInvoice[],
  sources: ReturnSources,
  now: string,
): Promise<AppliedCredit> {
  const invoices = drafts.map(({ invoice }) => invoice);
  // Prepaid credit is used first because it may expire.
  const drawn = await drawGrants(work, drafts, now);
  const payable = invoices.map((invoice) => ({
    invoice,
    unpaid: Decimal.of(invoice.total).minus(drawn.get(invoice.id) ?? Decimal.zero),
  }));
  const { applied, ...given } = await applyAccountCredit(work, payable, sources);
  const paid = ({ id }: InvoiceRow) => Decimal.sum([drawn, applied].map((amounts) => amounts.get(id) ?? Decimal.zero));
  return { ...given, applied: new Map(invoices.map((invoice) => [invoice.id, paid(invoice)])) };
}
