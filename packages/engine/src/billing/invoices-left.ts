import { isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { BilledLine, PercentageLeft } from "./billed-line.ts";
import { type Contract, isInScope, placeOfScope } from "./contract.ts";
import type { TakenOff } from "./line-basis.ts";
import { type Take, takenOf } from "./takes.ts";
import { isSoldIn, replacedVersion } from "./version-window.ts";

/** How much is reversed of the lines of one charge: of which invoices, and of which percentage discounts. */
export interface TakenBack {
  readonly takes: readonly Take[];
  /** Empty if each discount is reversed by its share. */
  readonly takenOff: readonly TakenOff[];
}

/**
 * Tracks, while the lines of a new invoice are decided, what is left of invoices from which credit notes gave back an
 * amount. A credit note may have given back a line's amount but not its discount, so less can be left of the invoice
 * than of its lines.
 */
export class InvoicesLeft {
  readonly #contract: Contract;
  /** By invoice, the amount that the new lines give back, after the percentages that they reverse. */
  readonly #taken: Map<string, Decimal>;
  /** The amount that the new lines reverse of percentages that credit notes concern. */
  readonly #takenOff: Map<PercentageLeft, Decimal>;

  /**
   * @param relief by invoice, the amount that the new invoice reverses of its discounts and limits. That much more of
   * its lines can be given back.
   */
  constructor(contract: Contract, relief: ReadonlyMap<string, Decimal> = new Map()) {
    this.#contract = contract;
    this.#taken = new Map([...relief].map(([invoiceId, amount]) => [invoiceId, amount.negate()]));
    this.#takenOff = new Map();
  }

  /**
   * The most that can be given back of a line. Undefined if no credit note concerns its invoice, or if nothing limits
   * it.
   */
  most(line: BilledLine): Decimal | undefined {
    const left = line.notes?.invoiceLeft;
    if (!left || line.amount.isNegative()) return undefined;
    const amount = Decimal.max(left.amount.minus(this.#taken.get(left.invoiceId) ?? Decimal.zero), Decimal.zero);
    const most = this.#percentagesOf(line)
      .toReversed()
      .reduce<Decimal | undefined>((kept, percentage) => kept && this.#beforePercentage(percentage, kept), amount);
    return most?.round(minorUnits(this.#contract.currency), "down");
  }

  /**
   * Records that an amount of a line is given back. Returns the amounts that are reversed of its percentages if credit
   * notes limit them.
   */
  take(line: BilledLine, amount: Decimal): readonly TakenOff[] {
    const { isLimited, takenOff } = this.#take(line, amount);
    return isLimited ? takenOff : [];
  }

  /** The most that can be given back of the lines of one charge together. Undefined if nothing limits it. */
  mostOf(lines: readonly BilledLine[]): Decimal | undefined {
    if (lines.every((line) => this.most(line) === undefined)) return undefined;
    const tried = new InvoicesLeft(this.#contract);
    for (const [invoiceId, amount] of this.#taken) tried.#taken.set(invoiceId, amount);
    for (const [percentage, amount] of this.#takenOff) tried.#takenOff.set(percentage, amount);
    return Decimal.sum(remainders(lines).map(({ line, amount }) => tried.#takeUpTo(line, amount).amount));
  }

  /** Records that an amount is given back of the lines of one charge, the oldest first. */
  takeOf(lines: readonly BilledLine[], wanted: Decimal): TakenBack {
    let left = wanted;
    const parts = remainders(lines).map(({ line, amount: most }) => {
      const part = this.#takeUpTo(line, Decimal.min(left, most));
      left = left.minus(part.amount);
      return { ...part, invoiceId: line.invoiceId };
    });
    return {
      takes: parts.flatMap(({ invoiceId, amount }) =>
        invoiceId === undefined || amount.isZero() ? [] : [{ invoiceId, amount }],
      ),
      takenOff: parts.some(({ isLimited }) => isLimited) ? summed(parts.flatMap(({ takenOff }) => takenOff)) : [],
    };
  }

  #takeUpTo(line: BilledLine, wanted: Decimal): TakenOfLine {
    return this.#take(line, Decimal.min(wanted, this.most(line) ?? wanted));
  }

  #take(line: BilledLine, amount: Decimal): TakenOfLine {
    let net = amount;
    const percentages = this.#percentagesOf(line);
    const takenOff = percentages.map((percentage) => {
      const share = net.times(percentage.share);
      const off = percentage.left === undefined ? share : Decimal.min(share, this.#leftOf(percentage.left));
      if (percentage.left !== undefined) {
        this.#takenOff.set(percentage.left, (this.#takenOff.get(percentage.left) ?? Decimal.zero).plus(off));
      }
      net = net.minus(off);
      return { adjustmentId: percentage.adjustmentId, amount: off };
    });
    const left = line.notes?.invoiceLeft;
    if (left) this.#taken.set(left.invoiceId, (this.#taken.get(left.invoiceId) ?? Decimal.zero).plus(net));
    return { amount, takenOff, isLimited: percentages.some((percentage) => percentage.left !== undefined) };
  }

  /**
   * The largest amount of which a percentage leaves `kept`. Undefined if the percentage leaves nothing of any amount.
   */
  #beforePercentage({ share, left }: LinePercentage, kept: Decimal): Decimal | undefined {
    const rest = Decimal.one.minus(share);
    const byShare = rest.isZero() ? undefined : kept.dividedBy(rest, SCALE, "down");
    if (left === undefined) return byShare;
    const byLeft = kept.plus(this.#leftOf(left));
    return byShare === undefined ? byLeft : Decimal.min(byShare, byLeft);
  }

  #leftOf(percentage: PercentageLeft): Decimal {
    const taken = this.#takenOff.get(percentage) ?? Decimal.zero;
    return Decimal.max(percentage.left.negate().minus(taken), Decimal.zero);
  }

  /** The percentages that reduce a line, in order. Giving back a part of the line reverses the same share of them. */
  #percentagesOf(line: BilledLine): LinePercentage[] {
    const {
      priceId,
      versionId,
      service: { start },
    } = line;
    const credited = { kind: "credit", versionId, countedOn: start } as const;
    const isReplaced = replacedVersion(this.#contract, credited) !== undefined;
    const limited = line.amount.isNegative() ? [] : (line.notes?.invoiceLeft?.percentages ?? []);
    return this.#contract.discounts
      .filter(({ type, scope, startsOn, endsOn, window }) => {
        const lasts = !isBefore(start, startsOn) && (endsOn === null || isBefore(start, endsOn));
        const holds = window !== undefined && isReplaced ? isSoldIn(this.#contract, window, credited) : lasts;
        return type === "percentage" && holds && isInScope(scope, { priceId });
      })
      .toSorted((a, b) => placeOfScope(a.scope) - placeOfScope(b.scope))
      .map(({ id, value }) => ({
        adjustmentId: id,
        share: value.times(HUNDREDTH),
        left: limited.find((one) => one.adjustmentId === id && one.lineIds.has(line.lineId ?? "")),
      }));
  }
}

interface LinePercentage {
  readonly adjustmentId: string;
  /** A fraction: 0.1 is ten percent. */
  readonly share: Decimal;
  /** Missing if no credit note concerns it. */
  readonly left: PercentageLeft | undefined;
}

interface TakenOfLine {
  readonly amount: Decimal;
  readonly takenOff: readonly TakenOff[];
  readonly isLimited: boolean;
}

function summed(parts: readonly TakenOff[]): TakenOff[] {
  const byDiscount = Map.groupBy(parts, ({ adjustmentId }) => adjustmentId);
  return [...byDiscount].map(([adjustmentId, own]) => ({
    adjustmentId,
    amount: Decimal.sum(own.map(({ amount }) => amount)),
  }));
}

/** What is left of each line that charged, after its credit notes and reversals. */
function remainders(lines: readonly BilledLine[]): { readonly line: BilledLine; readonly amount: Decimal }[] {
  const standing = lines.map((line) => ({ ...line, line, own: standingOf(line) }));
  return [...takenOf(standing)].map(([{ line, own }, taken]) => ({ line, amount: own.minus(taken) }));
}

function standingOf({ amount, notes }: BilledLine): Decimal {
  return notes === undefined ? amount : amount.minus(notes.given);
}

const HUNDREDTH = Decimal.of("0.01");

/** Decimal digits of a quotient by the part that a percentage leaves. */
const SCALE = 18;
