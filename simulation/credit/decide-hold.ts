import { Rational } from "../auditor/rational.ts";
import { lineIn, sumsOf } from "./compute-credit.ts";
import { limitsOf, spentOn } from "./compute-limits.ts";
import { heldEvents } from "./held-events.ts";
import type { NewHold } from "./new-hold.ts";
import type { CreditEvent, CreditFamily, CreditHold, CreditRecord, SpendLimit } from "./records.ts";

/** What a call must be answered. */
export interface ComputedAnswer {
  readonly allowed?: boolean;
  readonly reason?: string | null;
  readonly spendLimitId?: string | null;
  readonly amount: Rational;
  readonly available: Rational;
  readonly currency: string;
  /** What a settlement shows of its hold. */
  readonly held?: Rational;
  readonly overage?: Rational;
}

/** What a hold must be answered. */
interface ComputedHold extends ComputedAnswer {
  /** What is available without it. */
  readonly availableBefore: Rational;
  /** Whether it is allowed because of the credit line. */
  readonly isOnLine: boolean;
}

/**
 * Whether credit and limits allow a hold at the present. If both refuse it, the limit is the reason, and of several limits the
 * oldest one.
 */
export function decideHold(family: CreditFamily, record: CreditRecord, hold: NewHold): ComputedHold {
  const { currency, events } = hold;
  const before = sumsOf(record, heldEvents(family, record), currency);
  const after = sumsOf(record, heldEvents(family, record, { coming: events }), currency);
  const line = lineIn(record, currency);
  const isInLine = line !== undefined && line.owed.plus(after.unpaid).compare(line.limit) <= 0;
  const isPaid = after.unpaid.compare(before.unpaid) <= 0;
  const passed = limitsOf(family, record).find((limit) => isPassed(family, limit, { record, events }));
  const isAllowed = (isPaid || isInLine) && passed === undefined;
  return {
    allowed: isAllowed,
    reason: isAllowed ? null : passed === undefined ? "insufficient_credit" : "spend_limit",
    spendLimitId: passed?.id ?? null,
    amount: Rational.larger(after.total.minus(before.total), Rational.zero),
    available: isAllowed ? after.available : before.available,
    availableBefore: before.available,
    isOnLine: isAllowed && !isPaid,
    currency,
  };
}

/** Whether events of an account would pass a hard limit. What adds nothing to what it counts does not. */
function isPassed(
  family: CreditFamily,
  limit: SpendLimit,
  coming: { readonly record: CreditRecord; readonly events: readonly CreditEvent[] },
): boolean {
  if (limit.enforcement === "soft") return false;
  const before = spentOn(family, limit, (record) => heldEvents(family, record));
  const after = spentOn(family, limit, (record) =>
    heldEvents(family, record, { coming: record === coming.record ? coming.events : [] }),
  );
  return after.compare(limit.amount) > 0 && after.compare(before) > 0;
}

/** Ends a hold and counts what happened. Undefined if the account refuses it, because it costs more than was held: nothing changes. */
export function decideSettlement(
  family: CreditFamily,
  record: CreditRecord,
  hold: CreditHold,
  events: readonly CreditEvent[],
): ComputedAnswer | undefined {
  const { currency, amount: held } = hold;
  const withHold = sumsOf(record, heldEvents(family, record), currency);
  hold.isClosed = true;
  const before = sumsOf(record, heldEvents(family, record), currency);
  const after = sumsOf(record, heldEvents(family, record, { happened: events }), currency);
  const amount = Rational.larger(after.total.minus(before.total), Rational.zero);
  const overage = Rational.larger(amount.minus(held), Rational.zero);
  // What the held events cost now counts as held, too.
  const covered = Rational.larger(held, withHold.total.minus(before.total));
  if (record.settleAboveHeld === "refuse" && amount.compare(covered) > 0) {
    hold.isClosed = false;
    return undefined;
  }
  for (const event of events) record.events.set(event.uniqueId, event);
  return { amount, available: after.available, currency, held, overage };
}

/** A hold that was sent, and its answer. */
export interface AnsweredHold<Answer> {
  readonly record: CreditRecord;
  readonly hold: NewHold;
  readonly answer: Answer;
}

/**
 * An order of holds in which each is answered as the auditor computes, if those before it were noted. Leaves them noted, or
 * returns undefined and leaves none.
 */
export function orderOf<Answer>(
  sent: readonly AnsweredHold<Answer>[],
  isAsComputed: (one: AnsweredHold<Answer>) => boolean,
  note: (one: AnsweredHold<Answer>) => () => void,
): readonly AnsweredHold<Answer>[] | undefined {
  if (sent.length === 0) return [];
  for (const first of sent) {
    if (!isAsComputed(first)) continue;
    const takeBack = note(first);
    const rest = orderOf(
      sent.filter((one) => one !== first),
      isAsComputed,
      note,
    );
    if (rest !== undefined) return [first, ...rest];
    takeBack();
  }
  return undefined;
}
