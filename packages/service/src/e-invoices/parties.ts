import {
  type Buyer,
  hasCountryPrefix,
  type Identifier,
  type PartyContact,
  type PostalAddress,
  type Seller,
} from "@counterfoil/einvoice";
import type { AddressRow, BuyerSnapshot, SellerSnapshot } from "@counterfoil/storage";

/**
 * BG-4. A tax ID that starts with a country code is a VAT identifier, any other is a tax registration. Outside the
 * scope of VAT no VAT identifier is allowed (BR-O-02), so the tax ID is given as the number by which the tax office
 * knows the seller.
 */
export function electronicSeller(seller: SellerSnapshot, isOutsideScope: boolean): Seller {
  const taxId = compact(seller.taxId);
  const isVatIdentifier = taxId !== null && isVat(taxId) && !isOutsideScope;
  const registration = identifier(seller.registrationNumber, seller.registrationScheme);
  return {
    name: seller.legalName ?? seller.name,
    tradingName: seller.legalName === null || seller.legalName === seller.name ? null : seller.name,
    // A seller needs at least one identifier (BR-CO-26).
    identifiers: registration === null && taxId !== null && !isVatIdentifier ? [{ id: taxId, scheme: null }] : [],
    registration,
    vatIdentifier: isVatIdentifier ? taxId : null,
    taxRegistration: isVatIdentifier ? null : taxId,
    legalInformation: null,
    electronicAddress: electronicAddress(seller),
    address: postalAddress(seller.address, seller.country),
    contact: contact(seller),
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
    registration: identifier(buyer.registrationNumber, buyer.registrationScheme),
    vatIdentifier: isVatIdentifier ? taxId : null,
    electronicAddress: electronicAddress(buyer),
    address: postalAddress(buyer.address, buyer.country),
    contact: null,
  };
}

/** Without spaces, dots and dashes: `DE 298.765-432`. */
function compact(taxId: string | null): string | null {
  const text = (taxId ?? "").replaceAll(/[\s.-]/g, "").toUpperCase();
  return text === "" ? null : text;
}

function isVat(taxId: string): boolean {
  return /^[A-Z]{2}[A-Z0-9+*]*\d[A-Z0-9+*]*$/.test(taxId) && hasCountryPrefix(taxId);
}

function identifier(id: string | null | undefined, scheme: string | null | undefined): Identifier | null {
  return id === null || id === undefined || id.trim() === "" ? null : { id, scheme: scheme ?? null };
}

/** The address in a network, or else the email address (EM). */
function electronicAddress(party: Pick<SellerSnapshot, "electronicAddress" | "email">): Identifier | null {
  const { electronicAddress: address, email } = party;
  if (address !== undefined && address !== null) return { id: address.value, scheme: address.scheme };
  return email === null ? null : { id: email, scheme: "EM" };
}

/** BG-6 */
function contact({ invoiceContact, email }: SellerSnapshot): PartyContact | null {
  const { name = null, phone: telephone = null, email: own = null } = invoiceContact ?? {};
  const told = { name, telephone, email: own ?? email };
  return Object.values(told).every((member) => member === null) ? null : told;
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
