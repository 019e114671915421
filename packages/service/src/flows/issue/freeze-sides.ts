import { Decimal } from "@counterfoil/engine";
import type { IssuedInvoice, OrganizationRow } from "@counterfoil/storage";
import { decideElectronic } from "../../e-invoices/index.ts";
import { buyerSnapshot, dueDates, sellerSnapshot, type WrittenInvoice } from "../../invoices/index.ts";
import type { AppliedCredit } from "./apply-account-credit.ts";
import type { PartiesOf } from "./find-parties.ts";

export interface Issuing {
  readonly organization: OrganizationRow;
  readonly now: string;
  readonly partiesOf: PartiesOf;
  readonly credit: Omit<AppliedCredit, "reduced">;
}

/** What an invoice freezes about both parties and the credit between them. */
export type FrozenSides = Pick<IssuedInvoice, "creditsApplied" | "creditedTo" | "seller" | "buyer" | "eInvoice">;

/**
 * Decides everything about an invoice before it takes its number, because from then on all others that issue must wait.
 */
export function freezeSides(
  { invoice, lines }: WrittenInvoice,
  { organization, now, partiesOf, credit }: Issuing,
): FrozenSides {
  const { account } = partiesOf(invoice);
  const sides = {
    creditsApplied: (credit.applied.get(invoice.id) ?? Decimal.zero).toString(),
    creditedTo: credit.creditedTo.get(invoice.id) ?? null,
    seller: sellerSnapshot(organization, account),
    buyer: buyerSnapshot(account, invoice),
  };
  // No rule depends on the number itself.
  const number = invoice.id;
  const toBe = { ...invoice, ...sides, ...dueDates(invoice, now), status: "issued" as const, issueDate: now, number };
  return { ...sides, eInvoice: decideElectronic(toBe, lines) };
}
