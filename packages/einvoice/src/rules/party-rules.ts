import { countries } from "../codes/countries.ts";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { PostalAddress } from "../model/party.ts";
import { isWritten, rule, type Rule, ruleAt } from "./rule.ts";

export const partyRules: readonly Rule[] = [
  ruleAt("BR-06", "The seller must have a name (BT-27).", "/seller/name", ({ seller }) => isWritten(seller.name)),
  ruleAt("BR-07", "The buyer must have a name (BT-44).", "/buyer/name", ({ buyer }) => isWritten(buyer.name)),
  ruleAt("BR-08", "The seller must have a postal address (BG-5).", "/seller/address", ({ seller }) =>
    hasAny(seller.address),
  ),
  ruleAt("BR-09", "The seller's address must have a country (BT-40).", "/seller/address/country", ({ seller }) =>
    hasCountry(seller.address),
  ),
  ruleAt("BR-10", "The buyer must have a postal address (BG-8).", "/buyer/address", ({ buyer }) =>
    hasAny(buyer.address),
  ),
  ruleAt("BR-11", "The buyer's address must have a country (BT-55).", "/buyer/address/country", ({ buyer }) =>
    hasCountry(buyer.address),
  ),
  ruleAt(
    "BR-17",
    "A payee (BG-10) must have a name (BT-59) and must not be the seller.",
    "/payee/name",
    ({ payee, seller }) =>
      payee === null || (isWritten(payee.name) && payee.name !== seller.name && payee.name !== seller.tradingName),
  ),
  ruleAt("BR-18", "A tax representative (BG-11) must have a name (BT-62).", "/taxRepresentative/name", (invoice) =>
    forRepresentative(invoice, ({ name }) => isWritten(name)),
  ),
  ruleAt("BR-19", "A tax representative must have an address (BG-12).", "/taxRepresentative/address", (invoice) =>
    forRepresentative(invoice, ({ address }) => hasAny(address)),
  ),
  ruleAt(
    "BR-20",
    "A tax representative's address must have a country (BT-69).",
    "/taxRepresentative/address/country",
    (invoice) => forRepresentative(invoice, ({ address }) => hasCountry(address)),
  ),
  ruleAt(
    "BR-56",
    "A tax representative must have a VAT identifier (BT-63).",
    "/taxRepresentative/vatIdentifier",
    (invoice) => forRepresentative(invoice, ({ vatIdentifier }) => isWritten(vatIdentifier)),
  ),
  ruleAt(
    "BR-57",
    "An address of delivery (BG-15) must have a country (BT-80).",
    "/delivery/address/country",
    ({ delivery }) => delivery === null || hasCountry(delivery.address),
  ),
  ruleAt(
    "BR-62",
    "The seller's electronic address (BT-34) must name its scheme.",
    "/seller/electronicAddress/scheme",
    ({ seller }) => seller.electronicAddress === null || isWritten(seller.electronicAddress.scheme),
  ),
  ruleAt(
    "BR-63",
    "The buyer's electronic address (BT-49) must name its scheme.",
    "/buyer/electronicAddress/scheme",
    ({ buyer }) => buyer.electronicAddress === null || isWritten(buyer.electronicAddress.scheme),
  ),
  rule("BR-CO-09", "A VAT identifier must start with its country code (BT-31, BT-48, BT-63).", (invoice) =>
    vatIdentifiers(invoice)
      .filter(([, identifier]) => isWritten(identifier) && !hasCountryPrefix(identifier))
      .map(([path]) => path),
  ),
  ruleAt(
    "BR-CO-26",
    "A seller must have an identifier (BT-29), a registration (BT-30) or a VAT identifier (BT-31).",
    "/seller/vatIdentifier",
    ({ seller }) => seller.identifiers.length > 0 || seller.registration !== null || isWritten(seller.vatIdentifier),
  ),
];

function vatIdentifiers({ seller, buyer, taxRepresentative }: ElectronicInvoice): [string, string | null][] {
  return [
    ["/seller/vatIdentifier", seller.vatIdentifier],
    ["/buyer/vatIdentifier", buyer.vatIdentifier],
    ["/taxRepresentative/vatIdentifier", taxRepresentative === null ? null : taxRepresentative.vatIdentifier],
  ];
}

/** Greece is EL in VAT identifiers and GR elsewhere. The list has both. */
export function hasCountryPrefix(identifier: string): boolean {
  const prefix = identifier.slice(0, 2);
  return countries.has(prefix) || prefix === "EL";
}

/** An address with only blank members counts as missing, because neither syntax could write it. */
function hasAny(address: PostalAddress | null): boolean {
  return address !== null && Object.values(address).some(isWritten);
}

/** If there is no address, another rule reports it. */
function hasCountry(address: PostalAddress | null): boolean {
  return address === null || !hasAny(address) || isWritten(address.country);
}

function forRepresentative(
  { taxRepresentative }: ElectronicInvoice,
  holds: (representative: NonNullable<ElectronicInvoice["taxRepresentative"]>) => boolean,
): boolean {
  return taxRepresentative === null || holds(taxRepresentative);
}
