import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { VatCategory } from "../model/vat.ts";
import { isWritten } from "./rule.ts";

/** The properties of a VAT category, from which its rules are derived. */
export interface Category {
  readonly code: VatCategory;
  /** The prefix of its rule numbers. */
  readonly prefix: string;
  readonly name: string;
  /** Its valid rates. If it can have several, each has a breakdown. */
  readonly rate: "above_zero" | "zero" | "any" | "none";
  /** Whether the breakdown must state why no VAT is charged. */
  readonly hasReason: boolean;
  /** Whether the parties have the tax numbers that the category requires. */
  readonly identified: (invoice: ElectronicInvoice) => boolean;
  readonly identification: string;
}

const sellerIsTaxed: Pick<Category, "identified" | "identification"> = {
  identified: isSellerTaxed,
  identification: "the seller's VAT identifier or tax registration (BT-31, BT-32, BT-63)",
};

export const CATEGORIES: readonly Category[] = [
  { code: "S", prefix: "BR-S", name: "Standard rated", rate: "above_zero", hasReason: false, ...sellerIsTaxed },
  { code: "Z", prefix: "BR-Z", name: "Zero rated", rate: "zero", hasReason: false, ...sellerIsTaxed },
  { code: "E", prefix: "BR-E", name: "Exempt from VAT", rate: "zero", hasReason: true, ...sellerIsTaxed },
  { code: "L", prefix: "BR-AF", name: "IGIC", rate: "any", hasReason: false, ...sellerIsTaxed },
  { code: "M", prefix: "BR-AG", name: "IPSI", rate: "any", hasReason: false, ...sellerIsTaxed },
  {
    code: "AE",
    prefix: "BR-AE",
    name: "Reverse charge",
    rate: "zero",
    hasReason: true,
    identified: (invoice) =>
      isSellerTaxed(invoice) && (isWritten(invoice.buyer.vatIdentifier) || invoice.buyer.registration !== null),
    identification:
      "the seller's VAT identifier or tax registration (BT-31, BT-32, BT-63) and the buyer's VAT identifier or registration (BT-48, BT-47)",
  },
  {
    code: "K",
    prefix: "BR-IC",
    name: "Intra-community supply",
    rate: "zero",
    hasReason: true,
    identified: (invoice) => hasSellerVat(invoice) && isWritten(invoice.buyer.vatIdentifier),
    identification: "the VAT identifiers of the seller (BT-31, BT-63) and of the buyer (BT-48)",
  },
  {
    code: "G",
    prefix: "BR-G",
    name: "Export outside the EU",
    rate: "zero",
    hasReason: true,
    identified: hasSellerVat,
    identification: "the VAT identifier of the seller (BT-31, BT-63)",
  },
  {
    code: "O",
    prefix: "BR-O",
    name: "Not subject to VAT",
    rate: "none",
    hasReason: true,
    identified: (invoice) => !hasSellerVat(invoice) && !isWritten(invoice.buyer.vatIdentifier),
    identification: "no VAT identifier of either side (BT-31, BT-48, BT-63)",
  },
];

/** Whether VAT is charged at all, so that there may be several rates. */
export function isRated({ rate }: Category): boolean {
  return rate === "above_zero" || rate === "any";
}

function isSellerTaxed(invoice: ElectronicInvoice): boolean {
  return hasSellerVat(invoice) || isWritten(invoice.seller.taxRegistration);
}

function hasSellerVat({ seller, taxRepresentative }: ElectronicInvoice): boolean {
  return isWritten(seller.vatIdentifier) || (taxRepresentative !== null && isWritten(taxRepresentative.vatIdentifier));
}
