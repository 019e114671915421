import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";

/** What a line gives back of an invoice. */
export interface GivenPart {
  readonly lineId: string;
  readonly source: StoredInvoice;
  net: Rational;
  /** With tax. */
  gross: Rational;
}

interface Taking {
  readonly places: number;
  readonly grossOf: (line: StoredLine) => Rational;
}

/**
 * Reduces the parts by the discounts and limits that the invoice takes back: each belongs to the lines that it counts, in proportion, and
 * so to their invoices. The last part has what rounding leaves; of the taxes too, if the invoice has nothing else.
 */
export function takeBackReliefs(
  { lines }: Pick<StoredInvoice, "lines">,
  parts: readonly GivenPart[],
  taking: Taking,
): void {
  for (const line of lines) {
    if (line.adjusts === null) continue;
    const ids = line.adjusts.positions.map((position) => lines[position]?.id);
    const own = parts.filter(({ lineId, net }) => ids.includes(lineId) && net.isPositive());
    reduce(own, takenBack(line, Rational.sum(own.map(({ net }) => net)), taking.places), taking.places);
  }
  settleTaxes(lines, parts, taking);
}

/** Of a percentage, that of what is given back: the same line may take off new charges. */
function takenBack({ amount, adjusts }: StoredLine, whole: Rational, places: number): Rational {
  const written = Rational.of(amount);
  if (adjusts?.rule !== "percentage") return Rational.smaller(written, whole);
  const share = whole.times(Rational.of(adjusts.value)).over(Rational.whole(100n)).rounded(places);
  return adjusts.most === null ? share : Rational.smaller(share, written);
}

function reduce(own: readonly GivenPart[], taken: Rational, places: number): void {
  let [open, rest] = [taken, Rational.sum(own.map(({ net }) => net))];
  for (const part of own) {
    if (!open.isPositive()) return;
    const share = open.times(part.net).over(rest).rounded(places);
    [open, rest] = [open.minus(share), rest.minus(part.net)];
    part.gross = part.gross.minus(part.gross.times(share).over(part.net).rounded(places));
    part.net = part.net.minus(share);
  }
}

function settleTaxes(lines: readonly StoredLine[], parts: readonly GivenPart[], { places, grossOf }: Taking): void {
  const last = parts.at(-1);
  const isAll = lines.every(({ id, adjusts }) => adjusts !== null || parts.some(({ lineId }) => lineId === id));
  if (last === undefined || !isAll) return;
  const remainder = Rational.sum([...lines.map(grossOf), ...parts.map(({ gross }) => gross)]).negated();
  const most = Rational.whole(BigInt(parts.length)).over(Rational.whole(10n ** BigInt(places)));
  const size = remainder.isNegative() ? remainder.negated() : remainder;
  if (!size.minus(most).isPositive()) last.gross = last.gross.plus(remainder);
}
