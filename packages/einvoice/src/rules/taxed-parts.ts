import type { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { VatRate } from "../model/vat.ts";

/** A part of the invoice with its own VAT rate: the amount that it adds to the base of that rate, and its path. */
export interface TaxedPart {
  readonly vat: VatRate;
  readonly adds: Decimal;
  readonly path: string;
}

export type TaxedKind = "lines" | "allowances" | "surcharges";

export function taxedParts(invoice: ElectronicInvoice, kind: TaxedKind): TaxedPart[] {
  switch (kind) {
    case "lines":
      return invoice.lines.map(({ vat, netAmount }, at) => ({ vat, adds: netAmount, path: `/lines/${at}/vat` }));
    case "allowances":
      return invoice.allowances.map(({ vat, amount }, at) => ({
        vat,
        adds: amount.negate(),
        path: `/allowances/${at}/vat`,
      }));
    case "surcharges":
      return invoice.surcharges.map(({ vat, amount }, at) => ({ vat, adds: amount, path: `/surcharges/${at}/vat` }));
  }
}

export function allTaxedParts(invoice: ElectronicInvoice): TaxedPart[] {
  return [...taxedParts(invoice, "lines"), ...taxedParts(invoice, "allowances"), ...taxedParts(invoice, "surcharges")];
}
