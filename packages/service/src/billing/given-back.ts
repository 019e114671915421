import { Decimal, minorUnits, type Take, type TakenLine, takenOf, type TaxablePercentage } from "@counterfoil/engine";
import {
  findInvoiceLines,
  findLaterLines,
  findNotedAmounts,
  type InvoiceLineRow,
  type InvoiceRow,
  type LaterLineRow,
  type Tx,
} from "@counterfoil/storage";
import { readStandingTakes, writtenTakes } from "./standing-takes.ts";

/** What was already given back of an invoice's lines, each amount with the sign of its line. */
export interface GivenBack {
  readonly lines: readonly InvoiceLineRow[];
  /** Given back by credit notes. */
  noted(lineId: string): Decimal;
  /**
   * Given back by later invoices: credits of unused days, negative corrections, and what both take back of discounts
   * and limits.
   */
  billedBack(lineId: string): Decimal;
  /**
   * The least that later invoices can have given back. This assumes that credits and corrections took from other
   * invoices first, and that everything later invoices took back of a discount or a limit belongs to this invoice.
   * Verify compares it with the invoice, because corrections of earlier releases do not record what they took from
   * which invoice.
   */
  leastBilledBack(lineId: string): Decimal;
  /** The lines of other invoices in the account of a line. */
  othersOf(lineId: string): readonly OtherLine[];
}

/** A line of another invoice in the account of a line, with what it takes back of the current invoices. */
export type OtherLine = LaterLineRow & Pick<TakenLine, "takes">;

/**
 * Reads the accounts of an invoice's lines. A caller that gives back must hold the lock of the subscription, or of the
 * one-off invoice.
 */
export async function readGivenBack(
  tx: Tx,
  invoice: Pick<InvoiceRow, "id" | "currency">,
  exceptInvoiceId: string | null = null,
): Promise<GivenBack> {
  const lines = await findInvoiceLines(tx, [invoice.id]);
  const laterLines = await findLaterLines(tx, invoice.id, exceptInvoiceId);
  const takesOf = await readStandingTakes(
    tx,
    laterLines.map(({ explanation }) => writtenTakes(explanation.basis)),
  );
  const rows = await findNotedAmounts(
    tx,
    [...lines, ...laterLines].map(({ id }) => id),
  );
  const amounts = new Map(rows.map(({ lineId, amount }) => [lineId, Decimal.of(amount)]));
  const noted = (lineId: string) => amounts.get(lineId) ?? Decimal.zero;
  const peers = Map.groupBy(
    laterLines.map((line) => ({ ...line, takes: takesOf(writtenTakes(line.explanation.basis)) })),
    ({ ofLineId }) => ofLineId,
  );
  const billedBack = billedBackOf(lines, peers, noted, { currency: invoice.currency, isLeast: false });
  const least = billedBackOf(lines, peers, noted, { currency: invoice.currency, isLeast: true });
  return {
    lines,
    noted,
    billedBack: (lineId) => billedBack.get(lineId) ?? Decimal.zero,
    leastBilledBack: (lineId) => least.get(lineId) ?? Decimal.zero,
    othersOf: (lineId) => peers.get(lineId) ?? [],
  };
}

/** What is left of everything an invoice charged. What later invoices gave back of it never leaves more. */
export function leftOfLines(givenBack: GivenBack, currency: string): Decimal {
  const { lines, billedBack } = givenBack;
  const billed = Decimal.sum(lines.map((line) => ownOf(givenBack, line)));
  const back = Decimal.max(Decimal.sum(lines.map(({ id }) => billedBack(id))), Decimal.zero);
  return billed.plus(tookBack(givenBack, currency)).minus(back);
}

/**
 * What an invoice itself took back, as a positive amount. It belongs to earlier invoices, and does not reduce what is
 * left of this invoice's own charges.
 */
export function tookBack(givenBack: GivenBack, currency: string): Decimal {
  const parts = givenBack.lines.map((line) => tookBackBy(givenBack, line, currency));
  return Decimal.max(Decimal.sum(parts).negate(), Decimal.zero);
}

/**
 * What a line itself takes back of earlier invoices: all of a credit or correction, and its share of a percentage
 * discount.
 */
function tookBackBy(givenBack: GivenBack, line: InvoiceLineRow, currency: string): Decimal {
  if (takesBack(line)) return ownOf(givenBack, line);
  const percentage = percentageOf(line);
  // If credit notes limit the amount, the line contains nothing else.
  if (percentage?.isLimited === true) return ownOf(givenBack, line);
  if (percentage !== undefined) {
    const counted = percentage.positions.flatMap((position) => givenBack.lines[position] ?? []).filter(takesBack);
    const own = Decimal.sum(counted.map((one) => ownOf(givenBack, one)));
    return own.times(percentage.value).times(HUNDREDTH).negate().round(minorUnits(currency), "half_away_from_zero");
  }
  const isRelief = (line.kind === "discount" || line.kind === "maximum") && !Decimal.of(line.amount).isNegative();
  return isRelief ? ownOf(givenBack, line) : Decimal.zero;
}

function ownOf({ noted }: GivenBack, { id, amount }: InvoiceLineRow): Decimal {
  return Decimal.of(amount).minus(noted(id));
}

/**
 * What later invoices gave back of each line. A credit or correction takes from the account of its charge. A percentage
 * discount follows its lines, because giving back a line also takes back its share of the discount.
 */
function billedBackOf(
  lines: readonly InvoiceLineRow[],
  peersOf: ReadonlyMap<string, readonly OtherLine[]>,
  noted: (lineId: string) => Decimal,
  { currency, isLeast }: { currency: string; isLeast: boolean },
): Map<string, Decimal> {
  const found = new Map<string, Decimal>();
  for (const line of lines) {
    const percentage = percentageOf(line);
    // A true-up that later usage replaced is charged with that usage.
    if (takesBack(line) || (isLeast && line.adjustmentId !== null && !Decimal.of(line.amount).isNegative())) {
      found.set(line.id, Decimal.zero);
    } else if (percentage === undefined) {
      const rows = peersOf.get(line.id) ?? [];
      const peers = rows.map((peer) => ({ ...peer, own: Decimal.of(peer.amount).minus(noted(peer.id)) }));
      const self = { invoiceId: line.invoiceId, own: Decimal.of(line.amount).minus(noted(line.id)) };
      found.set(line.id, isLeast ? leastGone(self.own, peers) : gone(self, peers));
    } else {
      const counted = percentage.positions.flatMap((position) => {
        const { id } = lines[position] ?? line;
        const peers = (peersOf.get(id) ?? []).map((peer) => ({
          ...peer,
          own: Decimal.of(peer.amount).minus(noted(peer.id)),
        }));
        return takenByInvoice(line.invoiceId, found.get(id) ?? Decimal.zero, peers);
      });
      // Each invoice that takes back rounds the discount of its part.
      const shares = [...Map.groupBy(counted, ({ invoiceId }) => invoiceId).values()].map((parts) =>
        Decimal.sum(parts.map(({ amount }) => amount))
          .times(percentage.value)
          .times(HUNDREDTH)
          .round(minorUnits(currency), "half_away_from_zero"),
      );
      const own = Decimal.of(line.amount).minus(noted(line.id));
      found.set(line.id, taken(own, own.plus(Decimal.sum(shares))));
    }
  }
  return found;
}

/**
 * What was taken back of a line of an invoice, by the invoices that took it. One sum if the invoices do not record
 * this.
 */
function takenByInvoice(
  of: string,
  whole: Decimal,
  peers: readonly Peer[],
): (Take | { invoiceId: null; amount: Decimal })[] {
  const parts = peers
    .filter(({ own }) => own.isNegative())
    .map(({ invoiceId = "", own, takes }) => ({
      invoiceId,
      amount:
        takes === undefined
          ? own.negate()
          : Decimal.sum(takes.filter((take) => take.invoiceId === of).map(({ amount }) => amount)),
    }));
  const isAll = Decimal.sum(parts.map(({ amount }) => amount)).equals(whole);
  return isAll ? parts : [{ invoiceId: null, amount: whole }];
}

/** A line in the account of another, with what credit notes left of it. */
interface Peer extends TakenLine {
  readonly isLater: boolean;
}

/**
 * What is gone of a line. For a charge, this is what was taken back of it. A discount or a limit is settled over
 * several invoices, so only a later line takes it back.
 */
function gone(self: TakenLine, peers: readonly Peer[]): Decimal {
  if (self.own.isNegative()) return Decimal.max(taken(self.own, standingOf(self.own, peers)), reliefOf(peers));
  const [earlierPeers, laterPeers] = [peers.filter((peer) => !peer.isLater), peers.filter((peer) => peer.isLater)];
  return takenOf<TakenLine>([...earlierPeers, self, ...laterPeers]).get(self) ?? Decimal.zero;
}

/**
 * Like `gone`, but assumes that credits and corrections take from the other lines first, and that all relief belongs to
 * this line.
 */
function leastGone(own: Decimal, peers: readonly Peer[]): Decimal {
  return own.isNegative() ? Decimal.max(own, reliefOf(peers)) : taken(own, standingOf(own, peers));
}

function standingOf(own: Decimal, peers: readonly Peer[]): Decimal {
  return own.plus(Decimal.sum(peers.map((peer) => peer.own)));
}

/** What later lines take back of a discount or a limit. Zero or below. */
function reliefOf(peers: readonly Peer[]): Decimal {
  const laterAmounts = peers.filter(({ isLater }) => isLater).map((peer) => Decimal.max(peer.own, Decimal.zero));
  return Decimal.sum(laterAmounts).negate();
}

/**
 * Whether a line itself takes back what an earlier line billed. Nothing of it is given back when its account is at
 * zero.
 */
function takesBack({ kind, amount }: InvoiceLineRow): boolean {
  return (kind === "credit" || kind === "correction") && Decimal.of(amount).isNegative();
}

/** What is gone of a line's own amount if `standing` is left in its account: between nothing and all of it. */
function taken(own: Decimal, standing: Decimal): Decimal {
  const [lowest, highest] = own.isNegative() ? [own, Decimal.zero] : [Decimal.zero, own];
  return own.minus(Decimal.max(lowest, Decimal.min(highest, standing)));
}

/** For a percentage discount: the inputs by which its line was decided. */
export function percentageOf({
  explanation: { basis },
}: Pick<InvoiceLineRow, "explanation">): TaxablePercentage | undefined {
  if (basis?.kind !== "adjustment" || basis["rule"] !== "percentage") return undefined;
  return {
    value: Decimal.of(basis["value"] as string),
    isLimited: basis["most"] !== undefined,
    positions: basis["positions"] as number[],
  };
}

const HUNDREDTH = Decimal.of("0.01");
