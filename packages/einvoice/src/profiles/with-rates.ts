import { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";

/**
 * German rules require a rate in each VAT breakdown (BR-DE-14), even where the standard has none: outside the scope of
 * VAT it is zero.
 */
export function withRates(invoice: ElectronicInvoice): ElectronicInvoice {
  return { ...invoice, vatBreakdown: invoice.vatBreakdown.map((one) => ({ ...one, rate: one.rate ?? Decimal.zero })) };
}
