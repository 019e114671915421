import type { LineTexts } from "@counterfoil/documents";
import { Decimal, readLineText } from "@counterfoil/engine";
import type { DocumentAllowance, ElectronicInvoiceLine, VatRate } from "@counterfoil/einvoice";
import type { InvoiceLineRow } from "@counterfoil/storage";
import { lastDay } from "../invoices/index.ts";
import type { InvoiceTaxes } from "./invoice-taxes.ts";
import { netOfPart, vatOfPart } from "./vat-breakdown.ts";

/** "One": the units in Counterfoil are free words, not codes of UN/ECE Recommendation 20. */
const ONE = "C62";
/** UNTDID 5189: a discount. */
const DISCOUNT = "95";

/** The data of a line. For a credit note, the line of the invoice with what is given back of it. */
export type ToldLine = Pick<
  InvoiceLineRow,
  | "id"
  | "kind"
  | "description"
  | "usageGroup"
  | "unitLabel"
  | "productId"
  | "periodStart"
  | "periodEnd"
  | "quantity"
  | "unitPrice"
  | "proration"
> & { readonly explanation: Pick<InvoiceLineRow["explanation"], "notes"> };

/** A line, or one of the parts into which several VAT rates split it. */
interface Part {
  readonly row: ToldLine;
  readonly id: string;
  readonly net: Decimal;
  readonly vat: VatRate;
}

export interface ElectronicLines {
  readonly lines: ElectronicInvoiceLine[];
  readonly allowances: DocumentAllowance[];
  /** Places without exactly one VAT rate, as JSON pointers. */
  readonly withoutVat: string[];
}

/**
 * BG-25, and BG-20 for discounts: in the standard, an amount that is not a supply is taken off the whole document. A
 * credit gives back a supply, so it is a line. An invoice that has only discounts has them as lines, because it needs
 * at least one line (BR-16).
 */
export function electronicLines(
  rows: readonly ToldLine[],
  taxes: InvoiceTaxes,
  texts: Pick<LineTexts, "line" | "note" | "words">,
): ElectronicLines {
  const withoutVat: string[] = [];
  const parts = rows.flatMap((told, index) => {
    const row = wordedLine(told, texts);
    const taxed = taxes.parts.get(row.id) ?? [];
    return taxed.flatMap((part, at): Part[] => {
      const vat = vatOfPart(taxes, part);
      if (vat === null) withoutVat.push(`/lines/${index}/vat`);
      const id = taxed.length === 1 ? String(index + 1) : `${index + 1}.${at + 1}`;
      return vat === null ? [] : [{ row, id, net: netOfPart(part), vat }];
    });
  });
  const written = (part: Part) => toLine(part, texts.words.unit);
  const discounts = parts.filter(isDiscount);
  const others = parts.filter((part) => !isDiscount(part));
  if (others.length === 0) return { lines: parts.map(written), allowances: [], withoutVat };
  return { lines: others.map(written), allowances: discounts.map(toAllowance), withoutVat };
}

/** The line in the words of the PDF that contains the XML. */
function wordedLine(row: ToldLine, texts: Pick<LineTexts, "line" | "note">): ToldLine {
  const notes = row.explanation.notes.map(({ code, detail }) => ({ code, detail: texts.note(code) ?? detail }));
  return { ...row, description: texts.line(readLineText(row)), explanation: { notes } };
}

function isDiscount({ row, net }: Part): boolean {
  return row.kind === "discount" && net.isNegative();
}

function toAllowance({ row, net, vat }: Part): DocumentAllowance {
  return {
    amount: net.abs(),
    baseAmount: null,
    percentage: null,
    reason: row.description,
    reasonCode: DISCOUNT,
    vat,
  };
}

function toLine({ row, id, net, vat }: Part, unitWord: string): ElectronicInvoiceLine {
  const notes = row.explanation.notes.map(({ detail }) => detail);
  const unit = row.unitLabel === null ? [] : [{ name: unitWord, value: row.unitLabel }];
  const quantity = quantityAndPrice(row, net);
  return {
    id,
    note: notes.length === 0 ? null : notes.join(" "),
    invoicedObject: null,
    unitCode: ONE,
    netAmount: net,
    orderLine: null,
    buyerAccounting: null,
    period: { start: row.periodStart, end: lastDay(row.periodEnd) },
    allowances: [],
    surcharges: [],
    ...quantity,
    vat,
    item: {
      name: row.description,
      description: quantity.isWhole ? wholeDescription(row) : null,
      sellerIdentifier: row.productId,
      buyerIdentifier: null,
      standardIdentifier: null,
      classifications: [],
      originCountry: null,
      attributes: unit,
    },
  };
}

type QuantityAndPrice = Pick<ElectronicInvoiceLine, "quantity" | "price"> & { readonly isWhole: boolean };

/**
 * The charged quantity and unit price, if their product is the amount. Tiers, a partial period or a tax within the
 * amount change it. Then the line is one unit of the whole amount, and its description says what was counted. A line
 * that gives back has a negative quantity, because a price is never negative (BR-27).
 */
function quantityAndPrice(row: ToldLine, net: Decimal): QuantityAndPrice {
  const quantity = Decimal.of(row.quantity);
  const price = row.unitPrice === null ? null : Decimal.of(row.unitPrice);
  if (price !== null && comesTo(quantity.times(price), net)) {
    const given = price.isNegative() ? quantity.negate() : quantity;
    return { quantity: given, price: priceOf(price.abs()), isWhole: false };
  }
  const one = net.isNegative() ? Decimal.one.negate() : Decimal.one;
  return { quantity: one, price: priceOf(net.abs()), isWhole: true };
}

/** Rounds to the decimals of the amount. */
function comesTo(product: Decimal, net: Decimal): boolean {
  return product.round(net.scale, "half_away_from_zero").equals(net);
}

function priceOf(net: Decimal): ElectronicInvoiceLine["price"] {
  return { net, gross: null, baseQuantity: null };
}

/** A quantity of one adds nothing to the amount. */
function wholeDescription({ quantity, unitPrice, unitLabel, proration }: ToldLine): string | null {
  if (quantity === "1" && unitPrice === null) return null;
  const counted = unitLabel === null ? quantity : `${quantity} ${unitLabel}`;
  const priced = unitPrice === null ? counted : `${counted} × ${unitPrice}`;
  return proration === null ? priced : `${priced} × ${proration.days}/${proration.of}`;
}
