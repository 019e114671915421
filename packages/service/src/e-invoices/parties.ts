import { type Buyer, hasCountryPrefix, type Identifier, type PostalAddress, type Seller } from "@counterfoil/einvoice";
import type { AddressRow, BuyerSnapshot, SellerSnapshot } from "@counterfoil/storage";

/**
 * BG-4. A tax id that starts with a country is a VAT identifier, any other a tax registration. Outside the scope of VAT no
 * VAT identifier may be told (BR-O-02), so it is told as what else it is: the number under which the tax office knows the seller.
 */
export function electronicSeller(seller: SellerSnapshot, isOutsideScope: boolean): Seller {
  const taxId = compact(seller.taxId);
  const isVatIdentifier = taxId !== null && isVat(taxId) && !isOutsideScope;
  const registration: Identifier | null = identifier(seller.registrationNumber);
  return {
    name: seller.legalName ?? seller.name,
    tradingName: seller.legalName === null || seller.legalName === seller.name ? null : seller.name,
    // By something a seller has to be told (BR-CO-26).
    identifiers: registration === null && taxId !== null && !isVatIdentifier ? [{ id: taxId, scheme: null }] : [],
    registration,
    vatIdentifier: isVatIdentifier ? taxId : null,
    taxRegistration: isVatIdentifier ? null : taxId,
    legalInformation: null,
    electronicAddress: email(seller.email),
    address: postalAddress(seller.address, seller.country),
    contact: seller.email === null ? null : { name: null, telephone: null, email: seller.email },
  };
}

/** BG-7 */
export function electronicBuyer(buyer: BuyerSnapshot, isOutsideScope: boolean): Buyer {
  const taxId = compact(buyer.taxId);
  const isVatIdentifier = taxId !== null && isVat(taxId) && !isOutsideScope;
  return {
    name: buyer.name,
    tradingName: null,
    identifier: taxId === null || isVatIdentifier ? null : { id: taxId, scheme: null },
    registration: null,
    vatIdentifier: isVatIdentifier ? taxId : null,
    electronicAddress: email(buyer.email),
    address: postalAddress(buyer.address, buyer.country),
    contact: null,
  };
}

/** Without the blanks, dots and dashes with which people write it: `DE 298.765-432`. */
function compact(taxId: string | null): string | null {
  const text = (taxId ?? "").replaceAll(/[\s.-]/g, "").toUpperCase();
  return text === "" ? null : text;
}

function isVat(taxId: string): boolean {
  return /^[A-Z]{2}[A-Z0-9+*]*\d[A-Z0-9+*]*$/.test(taxId) && hasCountryPrefix(taxId);
}

function identifier(id: string | null): Identifier | null {
  return id === null || id.trim() === "" ? null : { id, scheme: null };
}

/** EM: an electronic address that is one of mail. */
function email(address: string | null): Identifier | null {
  return address === null ? null : { id: address, scheme: "EM" };
}

function postalAddress(address: AddressRow | null, country: string | null): PostalAddress | null {
  if (address === null && country === null) return null;
  return {
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    line3: null,
    city: address?.city ?? null,
    postalCode: address?.postalCode ?? null,
    subdivision: address?.state ?? null,
    country: country ?? "",
  };
}
