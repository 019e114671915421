import { countries } from "../codes/countries.ts";
import { currencies } from "../codes/currencies.ts";
import { creditNoteTypes, invoiceTypes } from "../codes/document-types.ts";
import { electronicAddressSchemes, identifierSchemes } from "../codes/identifier-schemes.ts";
import { itemClassificationSchemes, objectIdentifierSchemes } from "../codes/item-schemes.ts";
import { noteSubjects } from "../codes/note-subjects.ts";
import { paymentMeans } from "../codes/payment-means.ts";
import { allowanceReasons, exemptionReasons, surchargeReasons } from "../codes/reasons.ts";
import { units } from "../codes/units.ts";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Identifier } from "../model/terms.ts";
import { isCoded, rule, type Rule } from "./rule.ts";

type Located = readonly [path: string, code: string | null];

/** Codes come from the lists that the standard names. */
export const codeRules: readonly Rule[] = [
  coded("01", "The document's type (BT-3)", "UNTDID 1001", invoiceTypes.union(creditNoteTypes), (invoice) => [
    ["/typeCode", invoice.typeCode],
  ]),
  // The currency of every amount is the invoice's: the rule about amounts (03) and that about the invoice (04) are one here.
  ...["03", "04"].map((number) =>
    coded(number, "The currency (BT-5)", "ISO 4217", currencies, ({ currency }) => [["/currency", currency]]),
  ),
  coded("05", "The VAT accounting currency (BT-6)", "ISO 4217", currencies, (invoice) => [
    ["/vatAccountingCurrency", invoice.vatAccountingCurrency],
  ]),
  coded("07", "The scheme of an invoiced object (BT-18, BT-128)", "UNTDID 1153", objectIdentifierSchemes, objects),
  coded("08", "The subject of a note (BT-21)", "UNTDID 4451", noteSubjects, ({ notes }) =>
    notes.map(({ subject }, at): Located => [`/notes/${at}/subject`, subject]),
  ),
  coded("10", "The scheme of a party's identifier (BT-29, BT-46, BT-60)", "ISO 6523", identifierSchemes, (invoice) => [
    ...invoice.seller.identifiers.map(({ scheme }, at): Located => [`/seller/identifiers/${at}/scheme`, scheme]),
    schemeOf("/buyer/identifier", invoice.buyer.identifier),
    schemeOf("/payee/identifier", invoice.payee?.identifier ?? null),
  ]),
  coded("11", "The scheme of a registration (BT-30, BT-47, BT-61)", "ISO 6523", identifierSchemes, (invoice) => [
    schemeOf("/seller/registration", invoice.seller.registration),
    schemeOf("/buyer/registration", invoice.buyer.registration),
    schemeOf("/payee/registration", invoice.payee?.registration ?? null),
  ]),
  coded("13", "The list of an item's classification (BT-158)", "UNTDID 7143", itemClassificationSchemes, ({ lines }) =>
    lines.flatMap(({ item }, index) =>
      item.classifications.map(({ scheme }, at): Located => [
        `/lines/${index}/item/classifications/${at}/scheme`,
        scheme,
      ]),
    ),
  ),
  coded("14", "A country of an address (BT-40, BT-55, BT-69, BT-80)", "ISO 3166-1", countries, (invoice) => [
    ["/seller/address/country", invoice.seller.address?.country ?? null],
    ["/buyer/address/country", invoice.buyer.address?.country ?? null],
    ["/taxRepresentative/address/country", invoice.taxRepresentative?.address?.country ?? null],
    ["/delivery/address/country", invoice.delivery?.address?.country ?? null],
  ]),
  coded("15", "The country of an item's origin (BT-159)", "ISO 3166-1", countries, ({ lines }) =>
    lines.map(({ item }, at): Located => [`/lines/${at}/item/originCountry`, item.originCountry]),
  ),
  coded("16", "The means of payment (BT-81)", "UNTDID 4461", paymentMeans, ({ payment }) => [
    ["/payment/meansCode", payment === null ? null : payment.meansCode],
  ]),
  coded("19", "The reason of an allowance (BT-98, BT-140)", "UNTDID 5189", allowanceReasons, (invoice) =>
    reasons(invoice, "allowances"),
  ),
  coded("20", "The reason of a surcharge (BT-105, BT-145)", "UNTDID 7161", surchargeReasons, (invoice) =>
    reasons(invoice, "surcharges"),
  ),
  coded("21", "The scheme of an item's standard identifier (BT-157)", "ISO 6523", identifierSchemes, ({ lines }) =>
    lines.map(({ item }, at) => schemeOf(`/lines/${at}/item/standardIdentifier`, item.standardIdentifier)),
  ),
  coded("22", "The reason of an exemption (BT-121)", "VATEX", exemptionReasons, ({ vatBreakdown }) =>
    vatBreakdown.map(({ exemptionReasonCode }, at): Located => [
      `/vatBreakdown/${at}/exemptionReasonCode`,
      exemptionReasonCode,
    ]),
  ),
  coded("23", "The unit of a quantity (BT-130)", "UN/ECE Recommendation 20", units, ({ lines }) =>
    lines.map(({ unitCode }, at): Located => [`/lines/${at}/unitCode`, unitCode]),
  ),
  coded("25", "The scheme of an electronic address (BT-34, BT-49)", "EAS", electronicAddressSchemes, (invoice) => [
    schemeOf("/seller/electronicAddress", invoice.seller.electronicAddress),
    schemeOf("/buyer/electronicAddress", invoice.buyer.electronicAddress),
  ]),
  coded("26", "The scheme of a place of delivery (BT-71)", "ISO 6523", identifierSchemes, ({ delivery }) => [
    schemeOf("/delivery/location", delivery?.location ?? null),
  ]),
];

function coded(
  number: string,
  what: string,
  list: string,
  codes: ReadonlySet<string>,
  located: (invoice: ElectronicInvoice) => readonly Located[],
): Rule {
  return rule(`BR-CL-${number}`, `${what} must be a code of ${list}.`, (invoice) =>
    located(invoice).flatMap(([path, code]) => (isCoded(codes, code) ? [] : [path])),
  );
}

function schemeOf(path: string, identifier: Identifier | null): Located {
  return [`${path}/scheme`, identifier === null ? null : identifier.scheme];
}

function objects({ references, lines }: ElectronicInvoice): Located[] {
  return [
    schemeOf("/references/invoicedObject", references.invoicedObject),
    ...lines.map(({ invoicedObject }, at) => schemeOf(`/lines/${at}/invoicedObject`, invoicedObject)),
  ];
}

function reasons(invoice: ElectronicInvoice, kind: "allowances" | "surcharges"): Located[] {
  return [
    ...invoice[kind].map(({ reasonCode }, at): Located => [`/${kind}/${at}/reasonCode`, reasonCode]),
    ...invoice.lines.flatMap((line, index) =>
      line[kind].map(({ reasonCode }, at): Located => [`/lines/${index}/${kind}/${at}/reasonCode`, reasonCode]),
    ),
  ];
}
