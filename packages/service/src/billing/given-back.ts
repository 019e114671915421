import { Decimal, minorUnits } from "@counterfoil/engine";
import {
  findInvoiceLines,
  findLaterLines,
  findNotedAmounts,
  type InvoiceLineRow,
  type InvoiceRow,
  type LaterLineRow,
  type Tx,
} from "@counterfoil/storage";

/** What an invoice's lines gave back already, each with the sign of its amount. */
export interface GivenBack {
  readonly lines: readonly InvoiceLineRow[];
  /** By credit notes. */
  noted(lineId: string): Decimal;
  /** By later invoices: credits of unused days, negative corrections, and what both take back of discounts and limits. */
  billedBack(lineId: string): Decimal;
}

/** Reads the accounts of an invoice's lines. Whoever is to give back holds the lock of the subscription, or of a one-off invoice. */
export async function readGivenBack(
  tx: Tx,
  invoice: Pick<InvoiceRow, "id" | "currency">,
  exceptInvoiceId: string | null = null,
): Promise<GivenBack> {
  const lines = await findInvoiceLines(tx, [invoice.id]);
  const later = await findLaterLines(tx, invoice.id, exceptInvoiceId);
  const rows = await findNotedAmounts(
    tx,
    [...lines, ...later].map(({ id }) => id),
  );
  const amounts = new Map(rows.map(({ lineId, amount }) => [lineId, Decimal.of(amount)]));
  const noted = (lineId: string) => amounts.get(lineId) ?? Decimal.zero;
  const billedBack = billedBackOf(lines, later, noted, invoice.currency);
  return { lines, noted, billedBack: (lineId) => billedBack.get(lineId) ?? Decimal.zero };
}

/** What is left of the lines of an invoice, together. */
export function leftOfLines({ lines, noted, billedBack }: GivenBack): Decimal {
  return Decimal.sum(lines.map(({ id, amount }) => Decimal.of(amount).minus(noted(id)).minus(billedBack(id))));
}

/**
 * What later invoices gave back of each line. A credit or correction takes from the account of its charge; a percentage follows
 * its lines, since what is given back of a line takes its share of the discount back.
 */
function billedBackOf(
  lines: readonly InvoiceLineRow[],
  later: readonly LaterLineRow[],
  noted: (lineId: string) => Decimal,
  currency: string,
): Map<string, Decimal> {
  const peersOf = Map.groupBy(later, ({ ofLineId }) => ofLineId);
  const found = new Map<string, Decimal>();
  for (const line of lines) {
    const percentage = percentageOf(line);
    if (percentage === undefined) {
      const own = Decimal.of(line.amount).minus(noted(line.id));
      const others = (peersOf.get(line.id) ?? []).map(({ id, amount }) => Decimal.of(amount).minus(noted(id)));
      found.set(line.id, taken(own, own.plus(Decimal.sum(others))));
    } else {
      const counted = percentage.positions.flatMap((position) => found.get(lines[position]?.id ?? "") ?? []);
      const share = Decimal.sum(counted).times(percentage.value).times(HUNDREDTH).negate();
      const own = Decimal.of(line.amount).minus(noted(line.id));
      found.set(line.id, taken(own, own.minus(share.round(minorUnits(currency), "half_away_from_zero"))));
    }
  }
  return found;
}

/** What is gone of a line's own amount where this stands of its account: between nothing and all of it. */
function taken(own: Decimal, standing: Decimal): Decimal {
  const [lowest, highest] = own.isNegative() ? [own, Decimal.zero] : [Decimal.zero, own];
  return own.minus(Decimal.max(lowest, Decimal.min(highest, standing)));
}

interface Percentage {
  readonly value: Decimal;
  readonly positions: readonly number[];
}

function percentageOf({ explanation: { basis } }: InvoiceLineRow): Percentage | undefined {
  if (basis?.kind !== "adjustment" || basis["rule"] !== "percentage") return undefined;
  return { value: Decimal.of(basis["value"] as string), positions: basis["positions"] as number[] };
}

const HUNDREDTH = Decimal.of("0.01");
