import type { DocumentLook, PrintedBuyer, PrintedSeller } from "@counterfoil/documents";
import type { BuyerSnapshot, SellerSnapshot } from "@counterfoil/storage";
import { addressLines } from "../addresses/index.ts";

/** The seller of a document, from its snapshot. */
export function toPrintedSeller(seller: SellerSnapshot, logo: Uint8Array | null): PrintedSeller {
  return {
    name: seller.name,
    legalName: seller.legalName,
    address: addressLines(seller.address, seller.country),
    country: seller.country,
    taxId: seller.taxId,
    registration: seller.registrationNumber,
    email: seller.email,
    bankDetails: bankDetails(seller.bankDetails),
    logo,
    brandColor: seller.brandColor,
  };
}

export function toPrintedBuyer({ name, address, country, taxId, email }: BuyerSnapshot): PrintedBuyer {
  return { name, address: addressLines(address, country), country, taxId, email };
}

/** The layout and style of a seller's documents. */
export function toLook({ documentTemplate }: SellerSnapshot): DocumentLook {
  const { layout, paper, customFields } = documentTemplate;
  return { layout, paper, customFields };
}

/** `IBAN: DE89 …` becomes a label and its value. A line without a colon has no label. */
function bankDetails(text: string | null): PrintedSeller["bankDetails"] {
  return (text ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, label, value] = /^([^:]{1,30}):\s*(.+)$/.exec(line) ?? [];
      return label === undefined || value === undefined ? { label: null, value: line } : { label, value };
    });
}
