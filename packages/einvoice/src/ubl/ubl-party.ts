import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Identifier } from "../model/terms.ts";
import type { PartyContact, PostalAddress, TaxRepresentative } from "../model/party.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";

interface UblParty {
  readonly identifiers: readonly Identifier[];
  readonly name: string;
  readonly tradingName: string | null;
  readonly registration: Identifier | null;
  readonly vatIdentifier: string | null;
  readonly taxRegistration?: string | null;
  readonly legalInformation?: string | null;
  readonly electronicAddress: Identifier | null;
  readonly address: PostalAddress | null;
  readonly contact: PartyContact | null;
}

export function ublParty(party: UblParty): XmlElement | null {
  return group(
    "cac:Party",
    identified("cbc:EndpointID", party.electronicAddress),
    party.identifiers.map((identifier) => group("cac:PartyIdentification", identified("cbc:ID", identifier))),
    group("cac:PartyName", textElement("cbc:Name", party.tradingName)),
    ublAddress("cac:PostalAddress", party.address),
    taxScheme(party.vatIdentifier, "VAT"),
    taxScheme(party.taxRegistration ?? null, "TAX"),
    group(
      "cac:PartyLegalEntity",
      textElement("cbc:RegistrationName", party.name),
      identified("cbc:CompanyID", party.registration),
      textElement("cbc:CompanyLegalForm", party.legalInformation ?? null),
    ),
    ublContact(party.contact),
  );
}

export function ublPayee({ payee, payment }: ElectronicInvoice): XmlElement | null {
  if (payee === null) return null;
  const creditor = payment === null || payment.directDebit === null ? null : payment.directDebit.creditor;
  return group(
    "cac:PayeeParty",
    group("cac:PartyIdentification", identified("cbc:ID", payee.identifier)),
    group("cac:PartyIdentification", textElement("cbc:ID", creditor, { schemeID: "SEPA" })),
    group("cac:PartyName", textElement("cbc:Name", payee.name)),
    group("cac:PartyLegalEntity", identified("cbc:CompanyID", payee.registration)),
  );
}

export function ublTaxRepresentative(representative: TaxRepresentative | null): XmlElement | null {
  if (representative === null) return null;
  return group(
    "cac:TaxRepresentativeParty",
    group("cac:PartyName", textElement("cbc:Name", representative.name)),
    ublAddress("cac:PostalAddress", representative.address),
    taxScheme(representative.vatIdentifier, "VAT"),
  );
}

export function ublAddress(element: string, address: PostalAddress | null): XmlElement | null {
  if (address === null) return null;
  return group(
    element,
    textElement("cbc:StreetName", address.line1),
    textElement("cbc:AdditionalStreetName", address.line2),
    textElement("cbc:CityName", address.city),
    textElement("cbc:PostalZone", address.postalCode),
    textElement("cbc:CountrySubentity", address.subdivision),
    group("cac:AddressLine", textElement("cbc:Line", address.line3)),
    group("cac:Country", textElement("cbc:IdentificationCode", address.country)),
  );
}

export function identified(element: string, identifier: Identifier | null): XmlElement | null {
  return identifier === null ? null : textElement(element, identifier.id, { schemeID: identifier.scheme });
}

function taxScheme(id: string | null, scheme: "VAT" | "TAX"): XmlElement | null {
  if (id === null) return null;
  return group(
    "cac:PartyTaxScheme",
    textElement("cbc:CompanyID", id),
    group("cac:TaxScheme", textElement("cbc:ID", scheme)),
  );
}

function ublContact(contact: PartyContact | null): XmlElement | null {
  if (contact === null) return null;
  return group(
    "cac:Contact",
    textElement("cbc:Name", contact.name),
    textElement("cbc:Telephone", contact.telephone),
    textElement("cbc:ElectronicMail", contact.email),
  );
}
