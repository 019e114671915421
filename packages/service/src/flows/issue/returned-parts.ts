import { Decimal, minorUnits, roundToMinorUnit } from "@counterfoil/engine";
import type { InvoiceLineRow, StoredBasis } from "@counterfoil/storage";
import { withTax } from "../../credits/index.ts";
import { countedPlaces } from "../../frozen-lines/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";

/** What a line gives back of an invoice, without tax and at most, as a positive amount. */
export interface ReturnedOf {
  readonly lineId: string;
  readonly sourceInvoiceId: string;
  readonly amount: string;
}

/** What a line gives back of an invoice, after what discounts and limits take back of it. */
export interface ReturnedPart<Of extends ReturnedOf> {
  readonly of: Of;
  readonly net: Decimal;
  /** With tax. */
  readonly gross: Decimal;
}

/**
 * What the lines of a draft give back of each invoice. A discount or limit that the draft takes back belongs to the invoices of the
 * lines from which it was decided: of 100.00 less 50 % of one invoice and 50.00 less 50 % of another, the first returns 50.00 and the
 * second 25.00.
 */
export function returnedParts<Of extends ReturnedOf>(
  { invoice: { currency }, lines }: Pick<WrittenInvoice, "invoice" | "lines">,
  returned: readonly Of[],
): ReturnedPart<Of>[] {
  let parts = lines.flatMap((line) =>
    partsOfLine(
      line,
      returned.filter(({ lineId }) => lineId === line.id),
      currency,
    ),
  );
  for (const line of lines) {
    const basis = adjustmentOf(line);
    if (basis === undefined) continue;
    const ids = new Set(countedPlaces(line).flatMap((position) => lines[position]?.id ?? []));
    const isCounted = ({ of }: ReturnedPart<Of>) => ids.has(of.lineId);
    const counted = Decimal.sum(parts.filter(isCounted).map(({ net }) => net));
    let open = takenBack(line, basis, counted, currency);
    let rest = counted;
    parts = parts.map((part) => {
      if (!isCounted(part) || !open.isPositive() || !part.net.isPositive()) return part;
      // The last part takes the rounding difference.
      const taken = open.times(part.net).dividedBy(rest, minorUnits(currency), "half_away_from_zero");
      open = open.minus(taken);
      rest = rest.minus(part.net);
      return lessNet(part, taken, currency);
    });
  }
  return withoutRemainder(parts, lines, currency);
}

/**
 * Gives the rounding of taxes to the last part, if the lines give back nothing else: then all parts together are what the draft gives
 * back.
 */
function withoutRemainder<Of extends ReturnedOf>(
  parts: readonly ReturnedPart<Of>[],
  lines: readonly InvoiceLineRow[],
  currency: string,
): ReturnedPart<Of>[] {
  const returning = new Set(parts.map(({ of }) => of.lineId));
  const isExplained = lines.every((line) => returning.has(line.id) || adjustmentOf(line) !== undefined);
  const last = parts.at(-1);
  if (!isExplained || last === undefined) return [...parts];
  const remainder = Decimal.sum([...lines.map(withTax), ...parts.map(({ gross }) => gross)]).negate();
  const most = Decimal.of(`${parts.length}e-${minorUnits(currency)}`);
  if (remainder.abs().compare(most) > 0) return [...parts];
  return [...parts.slice(0, -1), { ...last, gross: last.gross.plus(remainder) }];
}

/** A line's parts by invoice. Tax goes with the amounts. */
function partsOfLine<Of extends ReturnedOf>(
  line: InvoiceLineRow,
  returned: readonly Of[],
  currency: string,
): ReturnedPart<Of>[] {
  let left = { net: Decimal.of(line.amount).negate(), gross: withTax(line).negate() };
  return returned.flatMap((of) => {
    const net = Decimal.min(left.net, Decimal.of(of.amount));
    if (!net.isPositive()) return [];
    // The last part takes the rounding difference.
    const gross = left.gross.times(net).dividedBy(left.net, minorUnits(currency), "down");
    left = { net: left.net.minus(net), gross: left.gross.minus(gross) };
    return [{ of, net, gross }];
  });
}

type AdjustmentBasis = StoredBasis & {
  readonly rule: string;
  readonly value: string;
  readonly most?: string;
};

function adjustmentOf({ explanation: { basis } }: InvoiceLineRow): AdjustmentBasis | undefined {
  return basis?.kind === "adjustment" ? (basis as AdjustmentBasis) : undefined;
}

/**
 * How much of the amounts that lines give back an adjustment takes back. A percentage of new charges, which the same line may contain,
 * is not part of it.
 */
function takenBack(
  line: InvoiceLineRow,
  { rule, value, most }: AdjustmentBasis,
  counted: Decimal,
  currency: string,
): Decimal {
  if (!counted.isPositive()) return Decimal.zero;
  const amount = Decimal.of(line.amount);
  if (rule !== "percentage") return Decimal.min(amount, counted);
  const share = roundToMinorUnit(counted.times(Decimal.of(value)).times(HUNDREDTH), currency);
  return most === undefined ? share : Decimal.min(share, amount);
}

const HUNDREDTH = Decimal.of("0.01");

function lessNet<Of extends ReturnedOf>(part: ReturnedPart<Of>, taken: Decimal, currency: string): ReturnedPart<Of> {
  const gross = part.gross.times(taken).dividedBy(part.net, minorUnits(currency), "half_away_from_zero");
  return { ...part, net: part.net.minus(taken), gross: part.gross.minus(gross) };
}
