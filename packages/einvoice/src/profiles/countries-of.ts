import type { ElectronicInvoice } from "../model/electronic-invoice.ts";

export function sellerCountry({ seller }: ElectronicInvoice): string | null {
  return seller.address?.country ?? null;
}

export function buyerCountry({ buyer }: ElectronicInvoice): string | null {
  return buyer.address?.country ?? null;
}

/** Whether both parties are in a country, because some Peppol rules apply only to its domestic invoices. */
export function isDomestic(invoice: ElectronicInvoice, country: string): boolean {
  return sellerCountry(invoice) === country && buyerCountry(invoice) === country;
}
