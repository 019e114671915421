import { Decimal, minorUnits } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import type { GivenBack } from "../billing/index.ts";
import { type GivenLines, withTax } from "../credits/index.ts";
import type { Fault } from "../errors/index.ts";
import type { BilledBackTaxes } from "../invoice-taxes/index.ts";
import { writtenAmount } from "../invoices/index.ts";
import { type BilledBack, billedBackOf } from "./billed-back.ts";

/** A line of an invoice to credit, in full or in part. */
export interface CreditedLineInput {
  lineItemId: string;
  /** With the sign of the line. Default: what is left of the line. */
  amount?: string | null;
}

/** A line of the invoice with what this note gives back of it. */
export interface LineCredit {
  readonly line: InvoiceLineRow;
  /** By earlier notes and later invoices. */
  readonly creditedBefore: Decimal;
  readonly credited: Decimal;
  /** The part of it that later invoices had given back. */
  readonly billedBack: BilledBack;
}

/**
 * What a note gives back of each line of its invoice: never more than earlier notes and later invoices left of it
 * (R-INV-8). Returns all lines, because the note that completes the invoice takes the remaining tax. Returns faults by
 * pointer.
 */
export function creditedLines(
  invoice: Pick<InvoiceRow, "currency">,
  { lines, noted, billedBack }: GivenBack,
  taxes: BilledBackTaxes,
  wanted: readonly CreditedLineInput[],
): { credits: LineCredit[]; faults: Fault[] } {
  const before = ({ id }: InvoiceLineRow) => noted(id).plus(billedBack(id));
  const faults: Fault[] = [];
  const chosen = new Map<string, Decimal>();
  for (const [index, { lineItemId, amount = null }] of wanted.entries()) {
    const refuse = (member: string, code: string, detail: string) =>
      faults.push({ pointer: `/lines/${index}/${member}`, code, detail });
    const line = lines.find(({ id }) => id === lineItemId);
    if (line === undefined) {
      refuse("lineItemId", "unknown_line", `This invoice has no line ${JSON.stringify(lineItemId)}.`);
    } else if (chosen.has(lineItemId)) {
      refuse("lineItemId", "written_twice", "The line is listed twice. List it once, with the total amount to credit.");
    } else {
      const left = Decimal.of(line.amount).minus(before(line));
      const fault = amountFault(amount, left, line, invoice.currency);
      if (fault !== undefined) refuse(amount === null ? "lineItemId" : "amount", fault.code, fault.detail);
      chosen.set(lineItemId, amount === null ? left : Decimal.of(amount));
    }
  }
  const credits = lines.map((line) => ({
    line,
    creditedBefore: before(line),
    credited: chosen.get(line.id) ?? Decimal.zero,
    billedBack: billedBackOf(billedBack(line.id), taxes.get(line.id) ?? []),
  }));
  return { credits, faults };
}

/** What a note gives back of charges, with the tax of each. */
export function givenLines(credits: readonly LineCredit[], currency: string): GivenLines {
  return new Map(
    credits
      .filter(({ credited }) => credited.isPositive())
      .map(({ line, credited }) => {
        const gross = credited.times(withTax(line));
        return [line.id, gross.dividedBy(Decimal.of(line.amount), minorUnits(currency), "half_away_from_zero")];
      }),
  );
}

function amountFault(
  amount: string | null,
  left: Decimal,
  line: InvoiceLineRow,
  currency: string,
): Pick<Fault, "code" | "detail"> | undefined {
  if (left.isZero())
    return { code: "nothing_left", detail: `No amount of ${line.description} is left to credit. Leave the line out.` };
  const wanted = amount === null ? left : Decimal.of(amount);
  if (wanted.isZero())
    return { code: "zero", detail: "The amount to credit must not be 0. Set an amount, or leave the line out." };
  if (!wanted.round(minorUnits(currency), "down").equals(wanted)) {
    return {
      code: "too_many_decimals",
      detail: `The amount must have at most ${minorUnits(currency)} decimals in ${currency}.`,
    };
  }
  if (wanted.isNegative() !== left.isNegative()) {
    return {
      code: "wrong_sign",
      detail: `The amount to credit must have the same sign as the line, which is ${line.amount} ${currency}.`,
    };
  }
  const exceeds = left.isNegative() ? wanted.compare(left) < 0 : wanted.compare(left) > 0;
  return exceeds
    ? {
        code: "exceeds_line",
        detail: `At most ${writtenAmount(left, currency)} of ${line.description} can be credited.`,
      }
    : undefined;
}
