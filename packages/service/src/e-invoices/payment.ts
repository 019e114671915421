import type { Payment } from "@counterfoil/einvoice";
import type { SellerSnapshot } from "@counterfoil/storage";

/** 58 is a SEPA credit transfer, which is in euros; 30 is any other credit transfer. */
const SEPA = "58";
const TRANSFER = "30";

/** BG-16, if the seller's bank details name an account: `IBAN: DE89 …`, `BIC: COBADEFFXXX`. */
export function electronicPayment(seller: SellerSnapshot, currency: string, number: string): Payment | null {
  const account = labelled(seller.bankDetails, /^IBAN$/i);
  if (account === null) return null;
  return {
    meansCode: currency === "EUR" ? SEPA : TRANSFER,
    meansText: null,
    remittance: number,
    transfers: [
      { account, name: seller.legalName ?? seller.name, provider: labelled(seller.bankDetails, /^(BIC|SWIFT)$/i) },
    ],
    card: null,
    directDebit: null,
  };
}

function labelled(bankDetails: string | null, label: RegExp): string | null {
  for (const line of (bankDetails ?? "").split("\n")) {
    const [, name, value] = /^\s*([^:]{1,30}):\s*(.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && label.test(name.trim())) return value.replaceAll(/\s/g, "");
  }
  return null;
}
