import type {
  Allowance,
  DocumentAllowance,
  ElectronicInvoice,
  ElectronicInvoiceLine,
  VatBreakdown,
} from "../../src/index.ts";
import { decimal, line, onDocument, vat } from "./build.ts";

/** How to make a valid invoice violate a rule, where, and which other rules have the same requirement. */
export interface Break {
  readonly from: string;
  readonly change: (invoice: ElectronicInvoice) => ElectronicInvoice;
  readonly path: string;
  readonly also?: readonly string[];
}

const DOMESTIC = "domestic VAT with two rates";
const DISCOUNT = "a discount and a surcharge";
const LINE = "allowances on a line";
const EVERY = "every term of the standard";

type Change = Break["change"];
const set =
  (members: Partial<ElectronicInvoice>): Change =>
  (invoice) => ({ ...invoice, ...members });
const onTotals =
  (members: Partial<ElectronicInvoice["totals"]>): Change =>
  (invoice) => ({ ...invoice, totals: { ...invoice.totals, ...members } });
const onSeller =
  (members: Partial<ElectronicInvoice["seller"]>): Change =>
  (invoice) => ({ ...invoice, seller: { ...invoice.seller, ...members } });
const onBuyer =
  (members: Partial<ElectronicInvoice["buyer"]>): Change =>
  (invoice) => ({ ...invoice, buyer: { ...invoice.buyer, ...members } });
const onLine =
  (members: Partial<ElectronicInvoiceLine>, at = 0): Change =>
  (invoice) => ({
    ...invoice,
    lines: invoice.lines.map((one, index) => (index === at ? { ...one, ...members } : one)),
  });
const onItem =
  (members: Partial<ElectronicInvoiceLine["item"]>): Change =>
  (invoice) =>
    onLine({ item: { ...invoice.lines[0]!.item, ...members } })(invoice);
const onPrice =
  (members: Partial<ElectronicInvoiceLine["price"]>): Change =>
  (invoice) =>
    onLine({ price: { ...invoice.lines[0]!.price, ...members } })(invoice);
const onBreakdown =
  (members: Partial<VatBreakdown>, at = 0): Change =>
  (invoice) => ({
    ...invoice,
    vatBreakdown: invoice.vatBreakdown.map((one, index) => (index === at ? { ...one, ...members } : one)),
  });
const onAllowance =
  (kind: "allowances" | "surcharges", members: Partial<DocumentAllowance>): Change =>
  (invoice) => ({ ...invoice, [kind]: invoice[kind].map((one) => ({ ...one, ...members })) });
const onLineAllowance =
  (kind: "allowances" | "surcharges", members: Partial<Allowance>): Change =>
  (invoice) =>
    onLine({ [kind]: invoice.lines[0]![kind].map((one) => ({ ...one, ...members })) })(invoice);
const all =
  (...changes: readonly Change[]): Change =>
  (invoice) =>
    changes.reduce((changed, change) => change(changed), invoice);

const noReason = { reason: null, reasonCode: " " };
const unknown = { id: "1", scheme: "XXXXX" };

/** Adds a zero amount of each kind under the rate, so that no sum changes. */
const nothing = (rate: string, ...kinds: readonly ("lines" | "allowances" | "surcharges")[]): Change =>
  all(
    ...kinds.map((kind): Change =>
      kind === "lines"
        ? (invoice) => ({ ...invoice, lines: [...invoice.lines, line("99", "1", "0", "0.00", rate)] })
        : (invoice) => ({ ...invoice, [kind]: [...invoice[kind], onDocument("0.00", "None", rate)] }),
    ),
  );

/** A zero breakdown under a rate, with or without a reason. */
const nothingBroken =
  (rate: string, reason: string | null): Change =>
  (invoice) => ({
    ...invoice,
    vatBreakdown: [
      ...invoice.vatBreakdown,
      { ...vat(rate), base: decimal("0"), tax: decimal("0"), exemptionReason: reason, exemptionReasonCode: null },
    ],
  });

/** The properties of each category, for the rules that all categories share. */
const CATEGORIES = [
  { prefix: "BR-S", from: DOMESTIC, rate: "S 19", wrong: "S 0", reason: null },
  { prefix: "BR-Z", from: "zero rated", rate: "Z 0", wrong: "Z 1", reason: null },
  { prefix: "BR-E", from: "exempt", rate: "E 0", wrong: "E 1", reason: "Exempt" },
  { prefix: "BR-AE", from: "reverse charge", rate: "AE 0", wrong: "AE 1", reason: "Reverse charge" },
  { prefix: "BR-IC", from: "intra-community supply", rate: "K 0", wrong: "K 1", reason: "Intra-community" },
  { prefix: "BR-G", from: "export", rate: "G 0", wrong: "G 1", reason: "Export" },
  { prefix: "BR-O", from: "outside the scope of VAT", rate: "O", wrong: "O 0", reason: "Not subject" },
  { prefix: "BR-AF", from: "the Canary Islands and Melilla", rate: "L 7", wrong: "L -1", reason: null },
  { prefix: "BR-AG", from: "the Canary Islands and Melilla", rate: "M 4", wrong: "M -1", reason: null },
] as const;

const unidentified = (prefix: string): Change =>
  prefix === "BR-O"
    ? onSeller({ vatIdentifier: "DE298765432" })
    : all(onSeller({ vatIdentifier: null, taxRegistration: null, registration: { id: "HRB 1", scheme: null } }));

function categoryBreaks(): Record<string, Break> {
  const breaks: Record<string, Break> = {};
  for (const { prefix, from, rate, wrong, reason } of CATEGORIES) {
    const [code] = rate.split(" ");
    const at = prefix === "BR-AG" ? 1 : 0;
    const isRated = ["BR-S", "BR-AF", "BR-AG"].includes(prefix);
    const place = `/vatBreakdown/${at}`;
    // A zero breakdown under a rate that the sample does not use.
    breaks[`${prefix}-01`] = {
      from: isRated ? "zero rated" : from,
      change: nothingBroken(rate, reason),
      path: "/vatBreakdown",
      ...(isRated ? {} : { also: [`${prefix}-08`] }),
    };
    for (const [index, kind] of (["lines", "allowances", "surcharges"] as const).entries()) {
      // Identification applies to the whole invoice, so the rule for its lines is violated, too.
      const twin = { "BR-AF": ["BR-AG-02"], "BR-AG": ["BR-AF-02"] }[prefix as string] ?? [];
      breaks[`${prefix}-0${index + 2}`] = {
        from,
        change: all(kind === "lines" ? (same) => same : nothing(rate, kind), unidentified(prefix)),
        path: "/seller/vatIdentifier",
        also: [...twin, ...(kind === "lines" ? [] : [`${prefix}-02`])],
      };
      breaks[`${prefix}-0${index + 5}`] = {
        from,
        change: nothing(wrong, kind),
        path: `/${kind}/${kind === "lines" ? sampleLines(from) : 0}/vat/rate`,
      };
    }
    breaks[`${prefix}-08`] = {
      from,
      change: onBreakdown({ base: decimal("0.01") }, at),
      path: `${place}/base`,
      // The VAT of Melilla is 0.40, less than the tolerance of one unit.
      also: isRated && prefix !== "BR-AG" ? ["BR-CO-17", `${prefix}-09`] : [],
    };
    breaks[`${prefix}-09`] = {
      from,
      change: isRated
        ? all(onBreakdown({ tax: decimal("900") }, at), (invoice) => {
            const tax = invoice.vatBreakdown.reduce((sum, one) => sum.plus(one.tax), decimal("0"));
            const withVat = invoice.totals.withoutVat.plus(tax);
            return onTotals({ vat: tax, withVat, due: withVat })(invoice);
          })
        : all(onBreakdown({ tax: decimal("0.01") }), onTotals(PLUS_A_CENT)),
      path: `${place}/tax`,
      ...(isRated ? { also: ["BR-CO-17"] } : {}),
    };
    breaks[`${prefix}-10`] = {
      from,
      change:
        reason === null
          ? onBreakdown({ exemptionReason: `No ${code}` }, at)
          : onBreakdown({ exemptionReason: null, exemptionReasonCode: null }, at),
      path: `${place}/exemptionReason`,
    };
  }
  return breaks;
}

/** All samples with one line have a total of 49.00. */
const PLUS_A_CENT = { vat: decimal("0.01"), withVat: decimal("49.01"), due: decimal("49.01") };
const sampleLines = (from: string): number => ({ [DOMESTIC]: 2, "the Canary Islands and Melilla": 3 })[from] ?? 1;

/**
 * Rules that cannot be violated one by one, because amounts are sums of each other and some requirements are in several
 * rules.
 */
function together(from: string, change: Change, paths: Readonly<Record<string, string>>): Record<string, Break> {
  const ids = Object.keys(paths);
  const breaks = Object.entries(paths).map(([id, path]): [string, Break] => [
    id,
    { from, change, path, also: ids.filter((other) => other !== id) },
  ]);
  return Object.fromEntries(breaks);
}

export const BREAKS: Readonly<Record<string, Break>> = {
  "BR-01": { from: DOMESTIC, change: set({ specification: "" }), path: "/specification" },
  "BR-02": { from: DOMESTIC, change: set({ number: " " }), path: "/number" },
  "BR-03": { from: DOMESTIC, change: set({ issuedOn: "" }), path: "/issuedOn" },
  "BR-04": { from: DOMESTIC, change: set({ typeCode: "" }), path: "/typeCode" },
  "BR-05": { from: DOMESTIC, change: set({ currency: "" }), path: "/currency" },
  "BR-06": { from: DOMESTIC, change: onSeller({ name: "" }), path: "/seller/name" },
  "BR-07": { from: DOMESTIC, change: onBuyer({ name: "" }), path: "/buyer/name" },
  "BR-08": { from: DOMESTIC, change: onSeller({ address: null }), path: "/seller/address" },
  "BR-09": {
    from: DOMESTIC,
    change: (invoice) => onSeller({ address: { ...invoice.seller.address!, country: "" } })(invoice),
    path: "/seller/address/country",
  },
  "BR-10": { from: DOMESTIC, change: onBuyer({ address: null }), path: "/buyer/address" },
  "BR-11": {
    from: DOMESTIC,
    change: (invoice) => onBuyer({ address: { ...invoice.buyer.address!, country: "" } })(invoice),
    path: "/buyer/address/country",
  },
  "BR-16": {
    from: DOMESTIC,
    change: (invoice) => ({
      ...invoice,
      lines: [],
      surcharges: [onDocument("195.00", "All of it", "S 19"), onDocument("30.00", "The rest", "S 7")],
      totals: { ...invoice.totals, lines: decimal("0"), surcharges: decimal("225.00") },
    }),
    path: "/lines",
  },
  "BR-17": {
    from: EVERY,
    change: (invoice) => set({ payee: { ...invoice.payee!, name: invoice.seller.name } })(invoice),
    path: "/payee/name",
  },
  "BR-18": {
    from: EVERY,
    change: (invoice) => set({ taxRepresentative: { ...invoice.taxRepresentative!, name: "" } })(invoice),
    path: "/taxRepresentative/name",
  },
  "BR-19": {
    from: EVERY,
    change: (invoice) => set({ taxRepresentative: { ...invoice.taxRepresentative!, address: null } })(invoice),
    path: "/taxRepresentative/address",
  },
  "BR-20": {
    from: EVERY,
    change: (invoice) =>
      set({
        taxRepresentative: {
          ...invoice.taxRepresentative!,
          address: { ...invoice.taxRepresentative!.address!, country: "" },
        },
      })(invoice),
    path: "/taxRepresentative/address/country",
  },
  "BR-21": { from: DOMESTIC, change: onLine({ id: "" }), path: "/lines/0/id" },
  "BR-23": { from: DOMESTIC, change: onLine({ unitCode: "" }, 1), path: "/lines/1/unitCode" },
  "BR-25": { from: DOMESTIC, change: onItem({ name: "" }), path: "/lines/0/item/name" },
  "BR-27": {
    from: "negative lines",
    change: onLine({ quantity: decimal("1"), price: { net: decimal("-49.00"), gross: null, baseQuantity: null } }, 1),
    path: "/lines/1/price/net",
  },
  "BR-28": { from: DOMESTIC, change: onPrice({ gross: decimal("-1") }), path: "/lines/0/price/gross" },
  "BR-29": { from: DOMESTIC, change: set({ period: { start: "2026-02-01", end: "2026-01-31" } }), path: "/period" },
  "BR-30": {
    from: DOMESTIC,
    change: onLine({ period: { start: "2026-02-01", end: "2026-01-31" } }),
    path: "/lines/0/period",
  },
  "BR-48": { from: "zero rated", change: onBreakdown({ rate: null }), path: "/vatBreakdown/0/rate" },
  "BR-49": {
    from: DOMESTIC,
    change: (invoice) => set({ payment: { ...invoice.payment!, meansCode: "" } })(invoice),
    path: "/payment/meansCode",
  },
  "BR-50": {
    from: DOMESTIC,
    change: (invoice) =>
      set({ payment: { ...invoice.payment!, transfers: [{ account: "", name: null, provider: null }] } })(invoice),
    path: "/payment/transfers/0/account",
  },
  "BR-51": {
    from: EVERY,
    change: (invoice) =>
      set({ payment: { ...invoice.payment!, card: { account: "4000001234561234", holder: null } } })(invoice),
    path: "/payment/card/account",
  },
  "BR-52": {
    from: EVERY,
    change: set({ supportingDocuments: [{ reference: "", description: null, location: null }] }),
    path: "/supportingDocuments/0/reference",
  },
  "BR-53": { from: DOMESTIC, change: set({ vatAccountingCurrency: "SEK" }), path: "/totals/vatInAccountingCurrency" },
  "BR-54": {
    from: DOMESTIC,
    change: onItem({ attributes: [{ name: "Colour", value: "" }] }),
    path: "/lines/0/item/attributes/0",
  },
  "BR-55": {
    from: "a credit note",
    change: set({ precedingInvoices: [{ number: "", issuedOn: null }] }),
    path: "/precedingInvoices/0/number",
  },
  "BR-56": {
    from: EVERY,
    change: (invoice) => set({ taxRepresentative: { ...invoice.taxRepresentative!, vatIdentifier: "" } })(invoice),
    path: "/taxRepresentative/vatIdentifier",
  },
  "BR-57": {
    from: EVERY,
    change: (invoice) =>
      set({ delivery: { ...invoice.delivery!, address: { ...invoice.delivery!.address!, country: "" } } })(invoice),
    path: "/delivery/address/country",
  },
  "BR-61": {
    from: DOMESTIC,
    change: (invoice) => set({ payment: { ...invoice.payment!, transfers: [] } })(invoice),
    path: "/payment/transfers",
  },
  "BR-62": {
    from: DOMESTIC,
    change: onSeller({ electronicAddress: { id: "a@b.example", scheme: null } }),
    path: "/seller/electronicAddress/scheme",
  },
  "BR-63": {
    from: DOMESTIC,
    change: onBuyer({ electronicAddress: { id: "a@b.example", scheme: "" } }),
    path: "/buyer/electronicAddress/scheme",
  },
  "BR-64": {
    from: DOMESTIC,
    change: onItem({ standardIdentifier: { id: "1", scheme: null } }),
    path: "/lines/0/item/standardIdentifier/scheme",
  },
  "BR-65": {
    from: DOMESTIC,
    change: onItem({ classifications: [{ id: "1", scheme: null }] }),
    path: "/lines/0/item/classifications/0/scheme",
  },
  "BR-CO-03": { from: EVERY, change: set({ vatPointOn: "2026-01-31" }), path: "/vatPointCode" },
  "BR-CO-09": { from: DOMESTIC, change: onBuyer({ vatIdentifier: "QQ123" }), path: "/buyer/vatIdentifier" },
  "BR-CO-10": {
    from: DOMESTIC,
    change: (invoice) => ({
      ...onTotals({ lines: decimal("224.99"), surcharges: decimal("0.01") })(invoice),
    }),
    path: "/totals/lines",
    also: ["BR-CO-12"],
  },
  "BR-CO-13": {
    from: DOMESTIC,
    change: onTotals({ withoutVat: decimal("225.01"), withVat: decimal("264.16"), due: decimal("264.16") }),
    path: "/totals/withoutVat",
  },
  "BR-CO-14": {
    from: DOMESTIC,
    change: onTotals({ vat: decimal("39.16"), withVat: decimal("264.16"), due: decimal("264.16") }),
    path: "/totals/vat",
  },
  "BR-CO-15": {
    from: DOMESTIC,
    change: onTotals({ withVat: decimal("264.14"), due: decimal("264.14") }),
    path: "/totals/withVat",
  },
  "BR-CO-16": { from: DOMESTIC, change: onTotals({ due: decimal("264.14") }), path: "/totals/due" },
  "BR-CO-17": {
    from: DOMESTIC,
    change: all(
      onBreakdown({ tax: decimal("38.05") }),
      onTotals({ vat: decimal("40.15"), withVat: decimal("265.15"), due: decimal("265.15") }),
    ),
    path: "/vatBreakdown/0/tax",
    also: ["BR-S-09"],
  },
  "BR-CO-18": {
    from: "zero rated",
    change: set({ vatBreakdown: [] }),
    path: "/vatBreakdown",
    also: ["BR-Z-01"],
  },
  "BR-CO-19": { from: DOMESTIC, change: set({ period: { start: null, end: null } }), path: "/period" },
  "BR-CO-20": { from: DOMESTIC, change: onLine({ period: { start: null, end: null } }), path: "/lines/0/period" },
  "BR-CO-25": { from: DOMESTIC, change: set({ dueOn: null }), path: "/dueOn" },
  "BR-CO-26": {
    from: "exempt",
    change: onSeller({ registration: null }),
    path: "/seller/vatIdentifier",
  },
  ...together(DISCOUNT, onAllowance("allowances", noReason), {
    "BR-33": "/allowances/0/reason",
    "BR-CO-21": "/allowances/0/reason",
  }),
  ...together(DISCOUNT, onAllowance("surcharges", noReason), {
    "BR-38": "/surcharges/0/reason",
    "BR-CO-22": "/surcharges/0/reason",
  }),
  ...together(LINE, onLineAllowance("allowances", noReason), {
    "BR-42": "/lines/0/allowances/0/reason",
    "BR-CO-23": "/lines/0/allowances/0/reason",
  }),
  ...together(LINE, onLineAllowance("surcharges", noReason), {
    "BR-44": "/lines/0/surcharges/0/reason",
    "BR-CO-24": "/lines/0/surcharges/0/reason",
  }),
  ...together(DOMESTIC, onTotals({ allowances: decimal("1.00"), surcharges: decimal("1.00") }), {
    "BR-CO-11": "/totals/allowances",
    "BR-CO-12": "/totals/surcharges",
  }),
  ...together(DOMESTIC, set({ currency: "ECU" }), { "BR-CL-03": "/currency", "BR-CL-04": "/currency" }),
  // Half a cent in an allowance, a surcharge or a line affects all sums.
  ...together(
    DISCOUNT,
    all(
      onAllowance("allowances", { amount: decimal("19.505") }),
      onAllowance("surcharges", { amount: decimal("4.0025") }),
      onLine({ netAmount: decimal("195.005") }),
      onBreakdown({ base: decimal("179.5025"), tax: decimal("34.105") }),
      onTotals({
        lines: decimal("195.005"),
        allowances: decimal("19.505"),
        surcharges: decimal("4.0025"),
        withoutVat: decimal("179.5025"),
        vat: decimal("34.105"),
        withVat: decimal("213.6075"),
        prepaid: decimal("0.001"),
        rounding: decimal("0.002"),
        due: decimal("213.6085"),
      }),
    ),
    {
      "BR-DEC-01": "/allowances/0/amount",
      "BR-DEC-05": "/surcharges/0/amount",
      "BR-DEC-09": "/totals/lines",
      "BR-DEC-10": "/totals/allowances",
      "BR-DEC-11": "/totals/surcharges",
      "BR-DEC-12": "/totals/withoutVat",
      "BR-DEC-13": "/totals/vat",
      "BR-DEC-14": "/totals/withVat",
      "BR-DEC-16": "/totals/prepaid",
      "BR-DEC-17": "/totals/rounding",
      "BR-DEC-18": "/totals/due",
      "BR-DEC-19": "/vatBreakdown/0/base",
      "BR-DEC-20": "/vatBreakdown/0/tax",
      "BR-DEC-23": "/lines/0/netAmount",
    },
  ),
  "BR-DEC-02": {
    from: DISCOUNT,
    change: onAllowance("allowances", { baseAmount: decimal("195.005") }),
    path: "/allowances/0/baseAmount",
  },
  "BR-DEC-06": {
    from: DISCOUNT,
    change: onAllowance("surcharges", { baseAmount: decimal("195.005") }),
    path: "/surcharges/0/baseAmount",
  },
  "BR-DEC-15": {
    from: EVERY,
    change: onTotals({ vatInAccountingCurrency: decimal("0.471") }),
    path: "/totals/vatInAccountingCurrency",
  },
  "BR-DEC-24": {
    from: LINE,
    change: onLineAllowance("allowances", { amount: decimal("10.001") }),
    path: "/lines/0/allowances/0/amount",
  },
  "BR-DEC-25": {
    from: LINE,
    change: onLineAllowance("allowances", { baseAmount: decimal("195.001") }),
    path: "/lines/0/allowances/0/baseAmount",
  },
  "BR-DEC-27": {
    from: LINE,
    change: onLineAllowance("surcharges", { amount: decimal("2.501") }),
    path: "/lines/0/surcharges/0/amount",
  },
  "BR-DEC-28": {
    from: LINE,
    change: onLineAllowance("surcharges", { baseAmount: decimal("195.001") }),
    path: "/lines/0/surcharges/0/baseAmount",
  },
  ...categoryBreaks(),
  "BR-IC-11": {
    from: "intra-community supply",
    change: (invoice) => set({ delivery: { ...invoice.delivery!, deliveredOn: null } })(invoice),
    path: "/delivery/deliveredOn",
  },
  "BR-IC-12": {
    from: "intra-community supply",
    change: (invoice) => set({ delivery: { ...invoice.delivery!, address: null } })(invoice),
    path: "/delivery/address/country",
  },
  "BR-O-11": {
    from: "outside the scope of VAT",
    change: all(nothingBroken("S 19", null)),
    path: "/vatBreakdown/1/category",
    also: ["BR-S-01"],
  },
  "BR-O-12": {
    from: "outside the scope of VAT",
    change: nothing("L 0", "lines"),
    path: "/lines/1/vat/category",
    also: ["BR-AF-01"],
  },
  "BR-O-13": {
    from: "outside the scope of VAT",
    change: nothing("L 0", "allowances"),
    path: "/allowances/0/vat/category",
    also: ["BR-AF-01"],
  },
  "BR-O-14": {
    from: "outside the scope of VAT",
    change: nothing("L 0", "surcharges"),
    path: "/surcharges/0/vat/category",
    also: ["BR-AF-01"],
  },
  "BR-CL-01": { from: DOMESTIC, change: set({ typeCode: "999" }), path: "/typeCode" },
  "BR-CL-05": { from: EVERY, change: set({ vatAccountingCurrency: "ECU" }), path: "/vatAccountingCurrency" },
  "BR-CL-07": { from: DOMESTIC, change: onLine({ invoicedObject: unknown }), path: "/lines/0/invoicedObject/scheme" },
  "BR-CL-08": { from: DOMESTIC, change: set({ notes: [{ subject: "XXXXX", text: "a" }] }), path: "/notes/0/subject" },
  "BR-CL-10": { from: DOMESTIC, change: onSeller({ identifiers: [unknown] }), path: "/seller/identifiers/0/scheme" },
  "BR-CL-11": { from: DOMESTIC, change: onBuyer({ registration: unknown }), path: "/buyer/registration/scheme" },
  "BR-CL-13": {
    from: DOMESTIC,
    change: onItem({ classifications: [unknown] }),
    path: "/lines/0/item/classifications/0/scheme",
  },
  "BR-CL-14": {
    from: DOMESTIC,
    change: (invoice) => onBuyer({ address: { ...invoice.buyer.address!, country: "QQ" } })(invoice),
    path: "/buyer/address/country",
  },
  "BR-CL-15": { from: DOMESTIC, change: onItem({ originCountry: "QQ" }), path: "/lines/0/item/originCountry" },
  "BR-CL-16": {
    from: DOMESTIC,
    change: (invoice) => set({ payment: { ...invoice.payment!, meansCode: "999" } })(invoice),
    path: "/payment/meansCode",
  },
  "BR-CL-19": {
    from: DISCOUNT,
    change: onAllowance("allowances", { reasonCode: "999" }),
    path: "/allowances/0/reasonCode",
  },
  "BR-CL-20": {
    from: LINE,
    change: onLineAllowance("surcharges", { reasonCode: "999" }),
    path: "/lines/0/surcharges/0/reasonCode",
  },
  "BR-CL-21": {
    from: DOMESTIC,
    change: onItem({ standardIdentifier: unknown }),
    path: "/lines/0/item/standardIdentifier/scheme",
  },
  "BR-CL-22": {
    from: "exempt",
    change: onBreakdown({ exemptionReasonCode: "VATEX-QQ" }),
    path: "/vatBreakdown/0/exemptionReasonCode",
  },
  "BR-CL-23": { from: DOMESTIC, change: onLine({ unitCode: "seat" }), path: "/lines/0/unitCode" },
  "BR-CL-25": {
    from: DOMESTIC,
    change: onSeller({ electronicAddress: unknown }),
    path: "/seller/electronicAddress/scheme",
  },
  "BR-CL-26": {
    from: EVERY,
    change: (invoice) => set({ delivery: { ...invoice.delivery!, location: unknown } })(invoice),
    path: "/delivery/location/scheme",
  },
};
