import { isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { BilledLine, PercentageLeft } from "./billed-line.ts";
import { type Contract, isInScope } from "./contract.ts";
import type { TakenOff } from "./line-basis.ts";
import { type Take, takenOf } from "./takes.ts";

/** What is taken back of lines of one charge: of which invoices, and of which percentage discounts. */
export interface TakenBack {
  readonly takes: readonly Take[];
  /** Empty where the discounts are taken back by their share. */
  readonly takenOff: readonly TakenOff[];
}

/**
 * What is left of the invoices that credit notes gave back from, while the lines of a new invoice are decided. A note may have given
 * the amount of a line and left its discount, so that less is left of the invoice than of its lines.
 */
export class InvoicesLeft {
  readonly #contract: Contract;
  /** By invoice, what the new lines give back of it, after the percentages that they take back. */
  readonly #taken: Map<string, Decimal>;
  /** What the new lines take back of percentages that notes concern. */
  readonly #takenOff: Map<PercentageLeft, Decimal>;

  /** @param relief by invoice, what the new invoice takes back of its discounts and limits: that much more of its lines can be given back */
  constructor(contract: Contract, relief: ReadonlyMap<string, Decimal> = new Map()) {
    this.#contract = contract;
    this.#taken = new Map([...relief].map(([invoiceId, amount]) => [invoiceId, amount.negate()]));
    this.#takenOff = new Map();
  }

  /** The most that can be given back of a line; undefined where no note gave back from its invoice, or nothing limits it. */
  most(line: BilledLine): Decimal | undefined {
    const left = line.notes?.invoiceLeft;
    if (!left || line.amount.isNegative()) return undefined;
    const amount = Decimal.max(left.amount.minus(this.#taken.get(left.invoiceId) ?? Decimal.zero), Decimal.zero);
    const most = this.#percentagesOf(line)
      .toReversed()
      .reduce<Decimal | undefined>((kept, percentage) => kept && this.#beforePercentage(percentage, kept), amount);
    return most?.round(minorUnits(this.#contract.currency), "down");
  }

  /** Notes that an amount of a line is given back, and answers what is taken back of its percentages where notes limit that. */
  take(line: BilledLine, amount: Decimal): readonly TakenOff[] {
    const { isLimited, takenOff } = this.#take(line, amount);
    return isLimited ? takenOff : [];
  }

  /** The most that can be given back of lines of one charge together; undefined where nothing limits it. */
  mostOf(lines: readonly BilledLine[]): Decimal | undefined {
    if (lines.every((line) => this.most(line) === undefined)) return undefined;
    const tried = new InvoicesLeft(this.#contract);
    for (const [invoiceId, amount] of this.#taken) tried.#taken.set(invoiceId, amount);
    for (const [percentage, amount] of this.#takenOff) tried.#takenOff.set(percentage, amount);
    return Decimal.sum(remainders(lines).map(({ line, amount }) => tried.#takeUpTo(line, amount).amount));
  }

  /** Notes that an amount is given back of lines of one charge, the oldest first. */
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

  /** The most of which a percentage leaves this much; undefined where it leaves nothing of any amount. */
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

  /** The percentages that come off a line, one after the other: what is given back of the line takes back its share of them. */
  #percentagesOf(line: BilledLine): LinePercentage[] {
    const {
      priceId,
      service: { start },
    } = line;
    const limited = line.amount.isNegative() ? [] : (line.notes?.invoiceLeft?.percentages ?? []);
    const percentages = this.#contract.discounts.filter(({ type, scope, startsOn, endsOn }) => {
      const lasts = !isBefore(start, startsOn) && (endsOn === null || isBefore(start, endsOn));
      return type === "percentage" && lasts && isInScope(scope, priceId);
    });
    const ofAll = percentages.filter(({ scope }) => scope.kind === "subscription");
    return percentages
      .filter((each) => !ofAll.includes(each))
      .concat(ofAll)
      .map(({ id, value }) => ({
        adjustmentId: id,
        share: value.times(HUNDREDTH),
        left: limited.find((one) => one.adjustmentId === id && one.lineIds.has(line.lineId ?? "")),
      }));
  }
}

interface LinePercentage {
  readonly adjustmentId: string;
  /** A part of one. */
  readonly share: Decimal;
  /** Missing where no credit note concerns it. */
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

/** What is left of each line that charged, after its notes and what was taken back of it. */
function remainders(lines: readonly BilledLine[]): { readonly line: BilledLine; readonly amount: Decimal }[] {
  const standing = lines.map((line) => ({ ...line, line, own: standingOf(line) }));
  return [...takenOf(standing)].map(([{ line, own }, taken]) => ({ line, amount: own.minus(taken) }));
}

function standingOf({ amount, notes }: BilledLine): Decimal {
  return notes === undefined ? amount : amount.minus(notes.given);
}

const HUNDREDTH = Decimal.of("0.01");

/** Digits of what is divided by the part that a percentage leaves. */
const SCALE = 18;
