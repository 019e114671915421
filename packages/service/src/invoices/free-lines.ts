import { Decimal, formatAmount } from "@counterfoil/engine";
import { findProducts, type InvoiceLineRow, type InvoiceRow, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt } from "../time.ts";
import type { Fault } from "../errors/index.ts";
import { checkFreeLines, type FreeLineInput } from "./check-free-lines.ts";

/** What is wrong with free lines, each member by its pointer. `present` are the existing lines. */
export async function freeLineFaults(
  tx: Tx,
  lines: readonly FreeLineInput[],
  present: readonly InvoiceLineRow[],
  at: string,
): Promise<Fault[]> {
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  const products = new Set((await findProducts(tx, productIds)).map(({ id }) => id));
  return checkFreeLines(lines, { present, products, at });
}

/**
 * Free lines as rows of an invoice. quantity × unitPrice is rounded once, half away from zero, to the currency's minor
 * unit.
 */
export function toFreeLineRow(
  input: FreeLineInput,
  invoice: Pick<InvoiceRow, "id" | "billingDate" | "timezone" | "currency">,
  id: string,
  position: number,
): InvoiceLineRow {
  const [quantity, unitPrice] = [Decimal.of(input.quantity ?? "1"), Decimal.of(input.unitPrice)];
  const exact = quantity.times(unitPrice);
  const { start, end } = input.servicePeriod ?? dayOf(invoice.billingDate);
  return {
    id,
    invoiceId: invoice.id,
    position,
    // Not part of the contract, so its discounts and spend limits do not count it.
    subscriptionId: null,
    versionId: null,
    priceId: null,
    productId: input.productId ?? null,
    kind: "one_off",
    adjustmentId: null,
    description: input.description,
    groupName: null,
    usageGroup: null,
    usageThrough: null,
    countedOn: start,
    countedInterval: null,
    periodStart: start,
    periodEnd: end,
    servicePeriodStart: instantOf(start, invoice.timezone),
    servicePeriodEnd: instantOf(end, invoice.timezone),
    quantity: quantity.toCanonical(),
    unitPrice: unitPrice.toString(),
    unitLabel: input.unitLabel ?? null,
    amount: formatAmount({ amount: exact, currency: invoice.currency }),
    proration: null,
    explanation: {
      steps: [
        {
          kind: "unit_price",
          label: "quantity",
          quantity: quantity.toString(),
          unitPrice: unitPrice.toString(),
          amount: exact.toString(),
        },
      ],
      notes: [],
      exactAmount: exact.toString(),
      conversionRate: null,
      usage: null,
      billedBefore: null,
    },
  };
}

/** From the first day of service to the last: the period of an invoice of free lines. */
export function periodOf(
  lines: readonly InvoiceLineRow[],
  invoice: Pick<InvoiceRow, "billingDate" | "timezone">,
): Pick<InvoiceRow, "periodStart" | "periodEnd" | "billingPeriodStart" | "billingPeriodEnd"> {
  const day = dayOf(invoice.billingDate);
  const periodStart = lines.map((line) => line.periodStart).toSorted()[0] ?? day.start;
  const periodEnd =
    lines
      .map((line) => line.periodEnd)
      .toSorted()
      .at(-1) ?? day.end;
  return {
    periodStart,
    periodEnd,
    billingPeriodStart: instantOf(periodStart, invoice.timezone),
    billingPeriodEnd: instantOf(periodEnd, invoice.timezone),
  };
}

function dayOf(date: string): { start: string; end: string } {
  return { start: date, end: Temporal.PlainDate.from(date).add({ days: 1 }).toString() };
}

function instantOf(date: string, timeZone: string): string {
  return dueAt(Temporal.PlainDate.from(date), timeZone);
}
