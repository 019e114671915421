import { isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { BilledLine } from "./billed-line.ts";
import { type Contract, isInScope } from "./contract.ts";
import { type Take, takenOf } from "./takes.ts";
import { isSoldIn, replacedVersion } from "./version-window.ts";

/**
 * What is left of the invoices that credit notes gave back from, while the lines of a new invoice are decided. A note may have given
 * the amount of a line and left its discount, so that less is left of the invoice than of its lines.
 */
export class InvoicesLeft {
  readonly #contract: Contract;
  /** By invoice, what the new lines give back of it, after the discounts that they take back. */
  readonly #taken: Map<string, Decimal>;

  constructor(contract: Contract, taken: ReadonlyMap<string, Decimal> = new Map()) {
    this.#contract = contract;
    this.#taken = new Map(taken);
  }

  /** The most that can be given back of a line; undefined where no note gave back from its invoice, or nothing limits it. */
  most(line: BilledLine): Decimal | undefined {
    const left = line.notes?.invoiceLeft;
    const kept = keptOfDiscounts(this.#contract, line);
    if (!left || line.amount.isNegative() || kept.isZero()) return undefined;
    const amount = Decimal.max(left.amount.minus(this.#taken.get(left.invoiceId) ?? Decimal.zero), Decimal.zero);
    return amount.dividedBy(kept, minorUnits(this.#contract.currency), "down");
  }

  /** Notes that an amount of a line is given back. */
  take(line: BilledLine, amount: Decimal): void {
    const left = line.notes?.invoiceLeft;
    if (!left) return;
    const before = this.#taken.get(left.invoiceId) ?? Decimal.zero;
    this.#taken.set(left.invoiceId, before.plus(amount.times(keptOfDiscounts(this.#contract, line))));
  }

  /** The most that can be given back of lines of one charge together; undefined where nothing limits it. */
  mostOf(lines: readonly BilledLine[]): Decimal | undefined {
    if (lines.every((line) => this.most(line) === undefined)) return undefined;
    const tried = new InvoicesLeft(this.#contract, this.#taken);
    return Decimal.sum(remainders(lines).map(({ line, amount }) => tried.#takeUpTo(line, amount)));
  }

  /** Notes that an amount is given back of lines of one charge, the oldest first, and answers of which invoices. */
  takeOf(lines: readonly BilledLine[], wanted: Decimal): Take[] {
    let left = wanted;
    return remainders(lines).flatMap(({ line, amount: most }) => {
      const amount = this.#takeUpTo(line, Decimal.min(left, most));
      left = left.minus(amount);
      return line.invoiceId === undefined || amount.isZero() ? [] : [{ invoiceId: line.invoiceId, amount }];
    });
  }

  #takeUpTo(line: BilledLine, wanted: Decimal): Decimal {
    const amount = Decimal.min(wanted, this.most(line) ?? wanted);
    this.take(line, amount);
    return amount;
  }
}

/** What is left of each line that charged, after its notes and what was taken back of it. */
function remainders(lines: readonly BilledLine[]): { readonly line: BilledLine; readonly amount: Decimal }[] {
  const standing = lines.map((line) => ({ ...line, line, own: standingOf(line) }));
  return [...takenOf(standing)].map(([{ line, own }, taken]) => ({ line, amount: own.minus(taken) }));
}

function standingOf({ amount, notes }: BilledLine): Decimal {
  return notes === undefined ? amount : amount.minus(notes.given);
}

/** The part of a line that percentages leave: what is given back of the line takes back its share of them. */
function keptOfDiscounts(contract: Contract, { priceId, versionId, service: { start } }: BilledLine): Decimal {
  const credited = { kind: "credit", versionId, countedOn: start } as const;
  const isReplaced = replacedVersion(contract, credited) !== undefined;
  return contract.discounts
    .filter(({ type, scope, startsOn, endsOn, window }) => {
      const lasts = !isBefore(start, startsOn) && (endsOn === null || isBefore(start, endsOn));
      const holds = window !== undefined && isReplaced ? isSoldIn(contract, window, credited) : lasts;
      return type === "percentage" && holds && isInScope(scope, { priceId });
    })
    .reduce((kept, { value }) => kept.times(Decimal.one.minus(value.times(HUNDREDTH))), Decimal.one);
}

const HUNDREDTH = Decimal.of("0.01");
