import { Decimal } from "../decimal/decimal.ts";
import type { BilledLine } from "./billed-line.ts";

/** The amount that credit notes gave back of these lines. */
export function notedAmount(lines: readonly Pick<BilledLine, "notes">[]): Decimal {
  return Decimal.sum(lines.flatMap(({ notes }) => notes?.given ?? []));
}

/** The amount that these lines could not reverse, because credit notes had given it back before. */
export function settledAmount(lines: readonly Pick<BilledLine, "notes">[]): Decimal {
  return Decimal.sum(lines.flatMap(({ notes }) => notes?.settled ?? []));
}

/**
 * The amount of a charge that can be reversed: the remainder of its lines, but no more than is left of their invoices.
 */
export function standingAmount(ofLines: Decimal, most: Decimal | undefined): Decimal {
  return most === undefined ? ofLines : Decimal.min(ofLines, most);
}

/**
 * Limits a change of a charge to what can be reversed: returns `wanted`, or the part of it that brings the charge to
 * zero. `total` is the amount that the charge should have in all: only a charge below zero may end below zero.
 */
export function limitedChange(wanted: Decimal, standing: Decimal, total: Decimal): Decimal {
  if (wanted.isNegative() && !standing.isNegative()) {
    return Decimal.min(Decimal.max(wanted, Decimal.min(total, Decimal.zero).minus(standing)), Decimal.zero);
  }
  if (wanted.isPositive() && !standing.isPositive()) {
    return Decimal.max(Decimal.min(wanted, Decimal.max(total, Decimal.zero).minus(standing)), Decimal.zero);
  }
  return wanted;
}
