import { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { InvoicingPeriod } from "../model/terms.ts";
import type { ElectronicInvoiceLine } from "../model/line.ts";
import type { Payment } from "../model/payment.ts";
import { inPeppol } from "./in-peppol.ts";
import { withRates } from "./with-rates.ts";
import { type EInvoiceProfile, PROFILE_NAMES } from "./profile.ts";

/**
 * Writes the same facts as a profile requires. It never invents data: a value that the profile requires and that was
 * never entered stays missing, and `checkProfile` reports it.
 */
export function inProfile(invoice: ElectronicInvoice, profile: EInvoiceProfile): ElectronicInvoice {
  if (profile === "en16931") return invoice;
  const { specification, process } = PROFILE_NAMES[profile];
  const written: ElectronicInvoice = {
    ...invoice,
    specification,
    process,
    buyerReference: invoice.buyerReference ?? invoice.references.purchaseOrder,
    period: wholePeriod(invoice),
    payment: invoice.payment ?? unpaidTo(invoice),
    lines: invoice.lines.map(withinTolerance),
  };
  return profile === "peppol" ? inPeppol(written) : withRates(written);
}

/** Extends the document's period to include the periods of the lines (PEPPOL-EN16931-R110, R111). */
function wholePeriod({ period, lines }: ElectronicInvoice): InvoicingPeriod | null {
  if (period === null) return null;
  const periods = [period, ...lines.flatMap((line) => line.period ?? [])];
  const days = (member: keyof InvoicingPeriod) => periods.flatMap((one) => one[member] ?? []).toSorted();
  return { start: days("start")[0] ?? null, end: days("end").at(-1) ?? null };
}

/** UNTDID 4461: clearing between partners. */
const CLEARING = "97";
/** UNTDID 4461: instrument not defined. */
const NOT_DEFINED = "1";

/**
 * The payment of an invoice without an account. German rules require payment means on every document. If nothing has to
 * be paid, as on a credit note, it is clearing; otherwise the means are not defined.
 */
function unpaidTo({ totals, typeCode }: ElectronicInvoice): Payment {
  const isCleared = typeCode === "381" || !totals.due.isPositive();
  const meansCode = isCleared ? CLEARING : NOT_DEFINED;
  return { meansCode, meansText: null, remittance: null, transfers: [], card: null, directDebit: null };
}

/** The tolerance between quantity times price and the amount (PEPPOL-EN16931-R120). */
const TOLERANCE = Decimal.of("0.02");

/**
 * Amounts in currencies without minor units are rounded by more than the profiles allow. Such a line gets the quantity
 * 1 with the whole amount as its price, and its description states the original quantity and price.
 */
function withinTolerance(line: ElectronicInvoiceLine): ElectronicInvoiceLine {
  const { quantity, price, netAmount, item } = line;
  if (price.baseQuantity !== null || line.allowances.length > 0 || line.surcharges.length > 0) return line;
  const difference = quantity.times(price.net).minus(netAmount).abs();
  if (!difference.minus(TOLERANCE).isPositive()) return line;
  const counted = `${quantity.toCanonical()} × ${price.net.toCanonical()}`;
  return {
    ...line,
    quantity: netAmount.isNegative() ? Decimal.one.negate() : Decimal.one,
    price: { net: netAmount.abs(), gross: null, baseQuantity: null },
    item: { ...item, description: item.description ?? counted },
  };
}
