import type { Identifier } from "../model/terms.ts";
import type { PartyContact, PostalAddress } from "../model/party.ts";
import { group, textElement, type XmlElement, type XmlPart } from "../xml/element.ts";

/** The members that any of the parties may have. Each party writes those that it has. */
interface CiiParty {
  readonly identifiers: readonly Identifier[];
  readonly name: string | null;
  readonly legalInformation?: string | null;
  readonly registration?: Identifier | null;
  readonly tradingName?: string | null;
  readonly contact?: PartyContact | null;
  readonly address: PostalAddress | null;
  readonly electronicAddress?: Identifier | null;
  readonly taxRegistration?: string | null;
  readonly vatIdentifier?: string | null;
}

export function ciiParty(element: string, party: CiiParty): XmlElement | null {
  const { registration = null, electronicAddress = null } = party;
  return group(
    element,
    party.identifiers.filter(({ scheme }) => scheme === null).map(({ id }) => textElement("ram:ID", id)),
    party.identifiers
      .filter(({ scheme }) => scheme !== null)
      .map(({ id, scheme }) => textElement("ram:GlobalID", id, { schemeID: scheme })),
    textElement("ram:Name", party.name),
    textElement("ram:Description", party.legalInformation ?? null),
    group(
      "ram:SpecifiedLegalOrganization",
      registration === null ? null : textElement("ram:ID", registration.id, { schemeID: registration.scheme }),
      textElement("ram:TradingBusinessName", party.tradingName ?? null),
    ),
    ciiContact(party.contact ?? null),
    ciiAddress(party.address),
    electronicAddress === null
      ? null
      : group(
          "ram:URIUniversalCommunication",
          textElement("ram:URIID", electronicAddress.id, { schemeID: electronicAddress.scheme }),
        ),
    ciiTaxRegistration("FC", party.taxRegistration ?? null),
    ciiTaxRegistration("VA", party.vatIdentifier ?? null),
  );
}

function ciiTaxRegistration(scheme: "FC" | "VA", id: string | null): XmlPart {
  return group("ram:SpecifiedTaxRegistration", textElement("ram:ID", id, { schemeID: scheme }));
}

function ciiContact(contact: PartyContact | null): XmlElement | null {
  if (contact === null) return null;
  return group(
    "ram:DefinedTradeContact",
    textElement("ram:PersonName", contact.name),
    group("ram:TelephoneUniversalCommunication", textElement("ram:CompleteNumber", contact.telephone)),
    group("ram:EmailURIUniversalCommunication", textElement("ram:URIID", contact.email)),
  );
}

function ciiAddress(address: PostalAddress | null): XmlElement | null {
  if (address === null) return null;
  return group(
    "ram:PostalTradeAddress",
    textElement("ram:PostcodeCode", address.postalCode),
    textElement("ram:LineOne", address.line1),
    textElement("ram:LineTwo", address.line2),
    textElement("ram:LineThree", address.line3),
    textElement("ram:CityName", address.city),
    textElement("ram:CountryID", address.country),
    textElement("ram:CountrySubDivisionName", address.subdivision),
  );
}
