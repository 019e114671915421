import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { isLuhn } from "../codes/identifier-formats.ts";
import { isWritten, rule, type Rule, ruleAt } from "../rules/rule.ts";
import { addressRule, contactRules } from "./address-rules.ts";
import { buyerCountry, isDomestic, sellerCountry } from "./countries-of.ts";

type Applies = (invoice: ElectronicInvoice) => boolean;

const from =
  (country: string): Applies =>
  (invoice) =>
    sellerCountry(invoice) === country;
const within =
  (country: string): Applies =>
  (invoice) =>
    isDomestic(invoice, country);

interface NationalRule {
  readonly applies: Applies;
  readonly id: string;
  readonly message: string;
  readonly path: string;
  readonly holds: (invoice: ElectronicInvoice) => boolean;
}

/** A rule for invoices to which `applies`. */
function where({ applies, id, message, path, holds }: NationalRule) {
  return ruleAt(id, message, path, (invoice) => !applies(invoice) || holds(invoice));
}

/** Whether a party's registration has one of these schemes. */
function isIn(schemes: readonly string[], invoice: ElectronicInvoice, side: "seller" | "buyer"): boolean {
  const scheme = invoice[side].registration?.scheme ?? null;
  return scheme !== null && schemes.includes(scheme);
}

const german: readonly Rule[] = [
  where({
    applies: within("DE"),
    id: "DE-R-015",
    message: "An invoice between German parties must have a buyer reference (BT-10).",
    path: "/buyerReference",
    holds: (invoice) => isWritten(invoice.buyerReference),
  }),
  ...contactRules({ name: "DE-R-005", telephone: "DE-R-006", email: "DE-R-007" }, within("DE")),
  addressRule("DE-R-003", "seller", "city", within("DE")),
  addressRule("DE-R-004", "seller", "postalCode", within("DE")),
  addressRule("DE-R-008", "buyer", "city", within("DE")),
  addressRule("DE-R-009", "buyer", "postalCode", within("DE")),
];

const danish: readonly Rule[] = [
  where({
    applies: from("DK"),
    id: "DK-R-014",
    message: "A Danish seller must have its CVR number as legal registration (BT-30) with the scheme 0184.",
    path: "/seller/registration/scheme",
    holds: (invoice) => isIn(["0184"], invoice, "seller"),
  }),
  where({
    applies: (invoice) => sellerCountry(invoice) === "DK" && buyerCountry(invoice) === "DK",
    id: "DK-R-017",
    message: "The legal registration of a Danish buyer (BT-47) must have the scheme 0184.",
    path: "/buyer/registration/scheme",
    holds: (invoice) => invoice.buyer.registration === null || isIn(["0184"], invoice, "buyer"),
  }),
  where({
    applies: from("DK"),
    id: "DK-R-006",
    message: "A Danish seller's account must have a BIC (BT-86) unless it is paid in euros.",
    path: "/payment/transfers/0/provider",
    holds: ({ payment }) =>
      payment?.meansCode !== "31" || payment.transfers.every(({ provider }) => isWritten(provider)),
  }),
];

const DUTCH = ["0106", "0190"];

const dutch: readonly Rule[] = [
  ...(["line1", "city", "postalCode"] as const).flatMap((member) => [
    addressRule("NL-R-002", "seller", member, from("NL")),
    addressRule("NL-R-004", "buyer", member, within("NL")),
  ]),
  where({
    applies: from("NL"),
    id: "NL-R-003",
    message:
      "A Dutch seller's legal registration (BT-30) must be a KVK number or an OIN, with the scheme 0106 or 0190.",
    path: "/seller/registration/scheme",
    holds: (invoice) => invoice.seller.registration === null || isIn(DUTCH, invoice, "seller"),
  }),
  where({
    applies: within("NL"),
    id: "NL-R-005",
    message: "A Dutch buyer's legal registration (BT-47) must be a KVK number or an OIN, with the scheme 0106 or 0190.",
    path: "/buyer/registration/scheme",
    holds: (invoice) => invoice.buyer.registration === null || isIn(DUTCH, invoice, "buyer"),
  }),
  where({
    applies: from("NL"),
    id: "NL-R-007",
    message: "A Dutch seller must name an account to pay to (BT-84).",
    path: "/payment/transfers",
    holds: ({ payment, totals, typeCode }) => typeCode === "381" || !totals.due.isPositive() || payment !== null,
  }),
];

const SWEDISH_RATES = ["6", "12", "25"];

const swedish: readonly Rule[] = [
  where({
    applies: from("SE"),
    id: "SE-R-001",
    message: "A Swedish seller's VAT identifier (BT-31) must be SE with 12 digits.",
    path: "/seller/vatIdentifier",
    holds: ({ seller: { vatIdentifier } }) => vatIdentifier === null || /^SE\d{12}$/.test(vatIdentifier),
  }),
  where({
    applies: from("SE"),
    id: "SE-R-004",
    message: "A Swedish seller's legal registration (BT-30) must be an organization number of 10 digits.",
    path: "/seller/registration",
    holds: ({ seller: { registration } }) =>
      registration === null || (/^\d{10}$/.test(registration.id) && isLuhn(registration.id)),
  }),
  rule("SE-R-006", "A Swedish seller's rate of VAT must be 6, 12 or 25.", (invoice) =>
    from("SE")(invoice)
      ? invoice.vatBreakdown.flatMap(({ category, rate }, at) =>
          category !== "S" || SWEDISH_RATES.includes(rate?.toCanonical() ?? "") ? [] : [`/vatBreakdown/${at}/rate`],
        )
      : [],
  ),
];

const norwegian = where({
  applies: from("NO"),
  id: "NO-R-001",
  message: "A Norwegian seller's VAT identifier (BT-31) must be NO, 9 digits, and MVA.",
  path: "/seller/vatIdentifier",
  holds: ({ seller: { vatIdentifier } }) => vatIdentifier === null || /^NO\d{9}MVA$/.test(vatIdentifier),
});

const italian: readonly Rule[] = [
  where({
    applies: from("IT"),
    id: "IT-R-001",
    message: "An Italian seller's tax registration (BT-32) must have 11 to 16 letters and digits.",
    path: "/seller/taxRegistration",
    holds: ({ seller: { taxRegistration } }) => taxRegistration === null || /^[A-Z0-9]{11,16}$/.test(taxRegistration),
  }),
  addressRule("IT-R-002", "seller", "line1", from("IT")),
  addressRule("IT-R-003", "seller", "city", from("IT")),
  addressRule("IT-R-004", "seller", "postalCode", from("IT")),
];

const ICELANDIC = "0196";

const icelandic: readonly Rule[] = [
  where({
    applies: from("IS"),
    id: "IS-R-002",
    message: "An Icelandic seller must have its kennitala as legal registration (BT-30) with the scheme 0196.",
    path: "/seller/registration/scheme",
    holds: (invoice) => isIn([ICELANDIC], invoice, "seller"),
  }),
  where({
    applies: within("IS"),
    id: "IS-R-004",
    message: "An Icelandic buyer must have its kennitala as legal registration (BT-47) with the scheme 0196.",
    path: "/buyer/registration/scheme",
    holds: (invoice) => isIn([ICELANDIC], invoice, "buyer"),
  }),
  ...(["line1", "postalCode"] as const).flatMap((member) => [
    addressRule("IS-R-003", "seller", member, from("IS")),
    addressRule("IS-R-005", "buyer", member, within("IS")),
  ]),
];

/** A number that the Greek tax authority assigns to the invoice. */
const greek = where({
  applies: from("GR"),
  id: "GR-R-004-1",
  message:
    "A Greek seller's invoice must have a MARK number of the tax authority's myDATA, which Counterfoil does not obtain.",
  path: "/supportingDocuments",
  holds: () => false,
});

/** Peppol's rules for sellers in certain countries. */
export const nationalRules: readonly Rule[] = [
  ...german,
  ...danish,
  ...dutch,
  ...swedish,
  norwegian,
  ...italian,
  ...icelandic,
  greek,
];
