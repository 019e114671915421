import type { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice, Totals } from "../model/electronic-invoice.ts";
import type { Allowance } from "../model/terms.ts";
import { decimalsOf } from "../xml/written-amounts.ts";
import { rule, type Rule } from "./rule.ts";

type Located = readonly [path: string, amount: Decimal | null];

/** Amounts have at most two decimals. Prices and quantities are not amounts and may have more. */
export const decimalRules: readonly Rule[] = [
  decimals("01", "an allowance on the document (BT-92)", (invoice) => members(invoice, "allowances", "amount")),
  decimals("02", "the base of such an allowance (BT-93)", (invoice) => members(invoice, "allowances", "baseAmount")),
  decimals("05", "a surcharge on the document (BT-99)", (invoice) => members(invoice, "surcharges", "amount")),
  decimals("06", "the base of such a surcharge (BT-100)", (invoice) => members(invoice, "surcharges", "baseAmount")),
  total("09", "the sum of the lines (BT-106)", "lines"),
  total("10", "the sum of allowances (BT-107)", "allowances"),
  total("11", "the sum of surcharges (BT-108)", "surcharges"),
  total("12", "the total without VAT (BT-109)", "withoutVat"),
  total("13", "the total VAT (BT-110)", "vat"),
  total("14", "the total with VAT (BT-112)", "withVat"),
  total("15", "the total VAT in the accounting currency (BT-111)", "vatInAccountingCurrency"),
  total("16", "the paid amount (BT-113)", "prepaid"),
  total("17", "the rounding amount (BT-114)", "rounding"),
  total("18", "the amount due (BT-115)", "due"),
  decimals("19", "the base of a VAT rate (BT-116)", ({ vatBreakdown }) =>
    vatBreakdown.map(({ base }, index): Located => [`/vatBreakdown/${index}/base`, base]),
  ),
  decimals("20", "the VAT of a rate (BT-117)", ({ vatBreakdown }) =>
    vatBreakdown.map(({ tax }, index): Located => [`/vatBreakdown/${index}/tax`, tax]),
  ),
  decimals("23", "the net amount of a line (BT-131)", ({ lines }) =>
    lines.map(({ netAmount }, index): Located => [`/lines/${index}/netAmount`, netAmount]),
  ),
  decimals("24", "an allowance on a line (BT-136)", (invoice) => onLines(invoice, "allowances", "amount")),
  decimals("25", "the base of such an allowance (BT-137)", (invoice) => onLines(invoice, "allowances", "baseAmount")),
  decimals("27", "a surcharge on a line (BT-141)", (invoice) => onLines(invoice, "surcharges", "amount")),
  decimals("28", "the base of such a surcharge (BT-142)", (invoice) => onLines(invoice, "surcharges", "baseAmount")),
];

function decimals(number: string, what: string, amounts: (invoice: ElectronicInvoice) => readonly Located[]): Rule {
  return rule(`BR-DEC-${number}`, `At most two decimals are allowed in ${what}.`, (invoice) =>
    amounts(invoice).flatMap(([path, amount]) => (amount === null || decimalsOf(amount) <= 2 ? [] : [path])),
  );
}

function total(number: string, what: string, member: keyof Totals): Rule {
  return decimals(number, what, ({ totals }) => [[`/totals/${member}`, totals[member]]]);
}

type Kind = "allowances" | "surcharges";
type Member = "amount" | "baseAmount";

function members(holder: Record<Kind, readonly Allowance[]>, kind: Kind, member: Member, path = ""): Located[] {
  return holder[kind].map((one, index) => [`${path}/${kind}/${index}/${member}`, one[member]]);
}

function onLines({ lines }: ElectronicInvoice, kind: Kind, member: Member): Located[] {
  return lines.flatMap((line, index) => members(line, kind, member, `/lines/${index}`));
}
