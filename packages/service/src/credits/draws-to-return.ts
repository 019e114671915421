import { Decimal } from "@counterfoil/engine";
import type { InvoiceDraw, StoredDrawnLine } from "@counterfoil/storage";

/** What is given back of lines, by their IDs, with tax. */
export type GivenLines = ReadonlyMap<string, Decimal>;

/** A part of a draw: what it paid of one line, or the whole draw if its lines were not recorded. */
interface DrawnPart {
  readonly draw: InvoiceDraw;
  readonly lineId: string | null;
  readonly amount: string;
  readonly paid: Decimal;
  back: Decimal;
}

/**
 * The draws of an invoice to which an amount of money goes back (R-INV-8). First come draws that paid the lines being
 * given back, each line up to the amount given back, then the other draws; within both, the last draw comes first.
 * Units go back in proportion.
 */
export function drawsToReturn(draws: readonly InvoiceDraw[], amount: Decimal, given: GivenLines): InvoiceDraw[] {
  const parts = draws.toReversed().flatMap(partsOf);
  const ofLine = new Map(given);
  let left = amount;
  const take = (part: DrawnPart, most: Decimal): Decimal => {
    const taken = Decimal.min(Decimal.min(left, most), part.paid.minus(part.back));
    if (!taken.isPositive()) return Decimal.zero;
    part.back = part.back.plus(taken);
    left = left.minus(taken);
    return taken;
  };
  for (const part of parts) {
    const most = ofLine.get(part.lineId ?? "");
    if (most !== undefined) ofLine.set(part.lineId ?? "", most.minus(take(part, most)));
  }
  // The rounding difference of taxes belongs to the same lines.
  for (const part of parts.filter(({ lineId }) => given.has(lineId ?? ""))) take(part, left);
  for (const part of parts) take(part, left);
  return draws.toReversed().flatMap((draw) => {
    const own = parts.filter((part) => part.draw === draw && part.back.isPositive());
    return own.length === 0 ? [] : [returnedOf(draw, own)];
  });
}

function partsOf(draw: InvoiceDraw): DrawnPart[] {
  const lines = draw.lines?.toReversed() ?? [{ ...draw, lineId: null }];
  return lines.map(({ lineId, amount, amountPaid }) => ({
    draw,
    lineId,
    amount,
    paid: Decimal.of(amountPaid),
    back: Decimal.zero,
  }));
}

function returnedOf(draw: InvoiceDraw, parts: readonly DrawnPart[]): InvoiceDraw {
  const units = parts.map(({ amount, paid, back }) =>
    back.equals(paid) ? Decimal.of(amount) : Decimal.of(amount).times(back).dividedBy(paid, UNIT_SCALE, "down"),
  );
  const lines = parts.flatMap(({ lineId, back }, index): StoredDrawnLine[] =>
    lineId === null
      ? []
      : [{ lineId, amount: (units[index] ?? Decimal.zero).toCanonical(), amountPaid: back.toString() }],
  );
  return {
    ...draw,
    amount: Decimal.sum(units).toCanonical(),
    amountPaid: Decimal.sum(parts.map(({ back }) => back)).toString(),
    lines: draw.lines === null ? null : lines,
  };
}

const UNIT_SCALE = 18;
