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

/** Codes must be from the lists that the standard names. */
export const codeRules: readonly Rule[] = [
  coded({
    number: "01",
    what: "The document's type (BT-3)",
    list: "UNTDID 1001",
    codes: invoiceTypes.union(creditNoteTypes),
    located: (invoice) => [["/typeCode", invoice.typeCode]],
  }),
  // All amounts are in the invoice's currency, so the rules for amounts (03) and for the invoice (04) are the same
  // check.
  ...["03", "04"].map((number) =>
    coded({
      number,
      what: "The currency (BT-5)",
      list: "ISO 4217",
      codes: currencies,
      located: ({ currency }) => [["/currency", currency]],
    }),
  ),
  coded({
    number: "05",
    what: "The VAT accounting currency (BT-6)",
    list: "ISO 4217",
    codes: currencies,
    located: (invoice) => [["/vatAccountingCurrency", invoice.vatAccountingCurrency]],
  }),
  coded({
    number: "07",
    what: "The scheme of an invoiced object (BT-18, BT-128)",
    list: "UNTDID 1153",
    codes: objectIdentifierSchemes,
    located: objects,
  }),
  coded({
    number: "08",
    what: "The subject of a note (BT-21)",
    list: "UNTDID 4451",
    codes: noteSubjects,
    located: ({ notes }) => notes.map(({ subject }, at): Located => [`/notes/${at}/subject`, subject]),
  }),
  coded({
    number: "10",
    what: "The scheme of a party's identifier (BT-29, BT-46, BT-60)",
    list: "ISO 6523",
    codes: identifierSchemes,
    located: (invoice) => [
      ...invoice.seller.identifiers.map(({ scheme }, at): Located => [`/seller/identifiers/${at}/scheme`, scheme]),
      schemeOf("/buyer/identifier", invoice.buyer.identifier),
      schemeOf("/payee/identifier", invoice.payee?.identifier ?? null),
    ],
  }),
  coded({
    number: "11",
    what: "The scheme of a registration (BT-30, BT-47, BT-61)",
    list: "ISO 6523",
    codes: identifierSchemes,
    located: (invoice) => [
      schemeOf("/seller/registration", invoice.seller.registration),
      schemeOf("/buyer/registration", invoice.buyer.registration),
      schemeOf("/payee/registration", invoice.payee?.registration ?? null),
    ],
  }),
  coded({
    number: "13",
    what: "The list of an item's classification (BT-158)",
    list: "UNTDID 7143",
    codes: itemClassificationSchemes,
    located: ({ lines }) =>
      lines.flatMap(({ item }, index) =>
        item.classifications.map(({ scheme }, at): Located => [
          `/lines/${index}/item/classifications/${at}/scheme`,
          scheme,
        ]),
      ),
  }),
  coded({
    number: "14",
    what: "A country of an address (BT-40, BT-55, BT-69, BT-80)",
    list: "ISO 3166-1",
    codes: countries,
    located: (invoice) => [
      ["/seller/address/country", invoice.seller.address?.country ?? null],
      ["/buyer/address/country", invoice.buyer.address?.country ?? null],
      ["/taxRepresentative/address/country", invoice.taxRepresentative?.address?.country ?? null],
      ["/delivery/address/country", invoice.delivery?.address?.country ?? null],
    ],
  }),
  coded({
    number: "15",
    what: "The country of an item's origin (BT-159)",
    list: "ISO 3166-1",
    codes: countries,
    located: ({ lines }) =>
      lines.map(({ item }, at): Located => [`/lines/${at}/item/originCountry`, item.originCountry]),
  }),
  coded({
    number: "16",
    what: "The means of payment (BT-81)",
    list: "UNTDID 4461",
    codes: paymentMeans,
    located: ({ payment }) => [["/payment/meansCode", payment === null ? null : payment.meansCode]],
  }),
  coded({
    number: "19",
    what: "The reason of an allowance (BT-98, BT-140)",
    list: "UNTDID 5189",
    codes: allowanceReasons,
    located: (invoice) => reasons(invoice, "allowances"),
  }),
  coded({
    number: "20",
    what: "The reason of a surcharge (BT-105, BT-145)",
    list: "UNTDID 7161",
    codes: surchargeReasons,
    located: (invoice) => reasons(invoice, "surcharges"),
  }),
  coded({
    number: "21",
    what: "The scheme of an item's standard identifier (BT-157)",
    list: "ISO 6523",
    codes: identifierSchemes,
    located: ({ lines }) =>
      lines.map(({ item }, at) => schemeOf(`/lines/${at}/item/standardIdentifier`, item.standardIdentifier)),
  }),
  coded({
    number: "22",
    what: "The reason of an exemption (BT-121)",
    list: "VATEX",
    codes: exemptionReasons,
    located: ({ vatBreakdown }) =>
      vatBreakdown.map(({ exemptionReasonCode }, at): Located => [
        `/vatBreakdown/${at}/exemptionReasonCode`,
        exemptionReasonCode,
      ]),
  }),
  coded({
    number: "23",
    what: "The unit of a quantity (BT-130)",
    list: "UN/ECE Recommendation 20",
    codes: units,
    located: ({ lines }) => lines.map(({ unitCode }, at): Located => [`/lines/${at}/unitCode`, unitCode]),
  }),
  coded({
    number: "25",
    what: "The scheme of an electronic address (BT-34, BT-49)",
    list: "EAS",
    codes: electronicAddressSchemes,
    located: (invoice) => [
      schemeOf("/seller/electronicAddress", invoice.seller.electronicAddress),
      schemeOf("/buyer/electronicAddress", invoice.buyer.electronicAddress),
    ],
  }),
  coded({
    number: "26",
    what: "The scheme of a place of delivery (BT-71)",
    list: "ISO 6523",
    codes: identifierSchemes,
    located: ({ delivery }) => [schemeOf("/delivery/location", delivery?.location ?? null)],
  }),
];

interface CodeRule {
  readonly number: string;
  readonly what: string;
  readonly list: string;
  readonly codes: ReadonlySet<string>;
  readonly located: (invoice: ElectronicInvoice) => readonly Located[];
}

function coded({ number, what, list, codes, located }: CodeRule): Rule {
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
