import { Decimal } from "../decimal/decimal.ts";
import type { BilledLine } from "./billed-line.ts";

/** What credit notes gave back of these lines. */
export function notedAmount(lines: readonly Pick<BilledLine, "notes">[]): Decimal {
  return Decimal.sum(lines.flatMap(({ notes }) => notes?.given ?? []));
}

/** What these lines could not take back, because credit notes had given it back before. */
export function settledAmount(lines: readonly Pick<BilledLine, "notes">[]): Decimal {
  return Decimal.sum(lines.flatMap(({ notes }) => notes?.settled ?? []));
}

/** What can be taken back of a charge: what stands of its lines, and no more than is left of their invoices. */
export function standingAmount(ofLines: Decimal, most: Decimal | undefined): Decimal {
  return most === undefined ? ofLines : Decimal.min(ofLines, most);
}

/**
 * A change of a charge that takes back at most what stands of it: `wanted` as it is, or as much of it as brings the account to
 * zero. `total` is what the charge should be in all: only a charge below zero may end below zero.
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
