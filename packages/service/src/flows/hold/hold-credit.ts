import { Decimal, formatAmount, instantText } from "@counterfoil/engine";
import { type CreditHoldRow, findCreditHold, insertCreditHold } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { ExpectedEvent } from "../../billing/index.ts";
import { canonicalJson } from "../../canonical-json.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { availableIn, type CreditBalances, toBalances } from "./credit-balances.ts";
import { checkEstimates, type PricedEstimates, type SentEstimate } from "./expected-events.ts";
import { onCredit, onLockedCredit } from "./on-credit.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { type AccountCredit, addedIn, heldEvents, type RunningUse, runningUse } from "./running-credit.ts";

/** Whether credit covers events, and what they cost. */
export interface CreditAnswer {
  allowed: boolean;
  reason: "insufficient_credit" | null;
  holdId: string | null;
  /** What the events add to the usage of the account, with tax. */
  amount: string;
  currency: string;
  /** What is available after this call. */
  available: string;
}

export interface CreditCheckInput {
  readonly events: readonly SentEstimate[];
  readonly currency?: string | undefined;
}

export interface HoldInput extends CreditCheckInput {
  readonly uniqueId: string;
  readonly expiresInSeconds?: number | undefined;
}

const EXPIRES_IN_SECONDS = 900;

/** The prepaid credit of an account: granted, drawn, running, held and available (R-CREDIT-1). Writes nothing. */
export function getCredit(context: Context, idOrAlias: string): Promise<CreditBalances & { accountId: string }> {
  return onCredit(context, idOrAlias, async (credit) => {
    const usage = await runningUse(credit, []);
    const all = credit.holds.length === 0 ? usage : await runningUse(credit, heldEvents(credit.holds));
    return { accountId: credit.account.id, ...toBalances(credit.grants, usage, all) };
  });
}

/** Whether an account's credit covers these events now. Holds nothing. */
export function checkCredit(context: Context, idOrAlias: string, input: CreditCheckInput): Promise<CreditAnswer> {
  return onCredit(context, idOrAlias, async (credit) => {
    const estimates = checkEstimates(input.events, credit.contracts, input.currency);
    return toAnswer(credit, await weigh(credit, estimates), null);
  });
}

/**
 * Holds credit for events that are about to happen, all of it or nothing, and freezes their prices (R-CREDIT-1). Durable
 * when this resolves. The account is locked, so concurrent holds never take more than is available. The same call sent
 * again finds its hold; the same unique ID with other events is refused (409).
 */
export function holdCredit(context: Context, idOrAlias: string, input: HoldInput): Promise<CreditAnswer> {
  return onLockedCredit(context, idOrAlias, async (credit) => {
    const { work, account } = credit;
    const estimates = checkEstimates(input.events, credit.contracts, input.currency);
    const before = await findCreditHold(work.tx, account.id, { uniqueId: input.uniqueId });
    if (before !== undefined) return heldBefore(credit, before, estimates);
    const weighed = await weigh(credit, estimates);
    if (!weighed.isCovered) return toAnswer(credit, weighed, null);
    const heldAt = work.clock.now();
    const seconds = input.expiresInSeconds ?? EXPIRES_IN_SECONDS;
    const hold: CreditHoldRow = {
      id: work.ids.next("hold"),
      accountId: account.id,
      uniqueId: input.uniqueId,
      currency: estimates.currency,
      amount: weighed.amount.toString(),
      events: estimates.events,
      heldAt,
      expiresAt: instantText(Temporal.Instant.from(heldAt).add({ seconds })),
      state: "open",
      settledAmount: null,
      settledHash: null,
      closedAt: null,
    };
    await insertCreditHold(work.tx, hold);
    return toAnswer(credit, weighed, hold.id);
  });
}

/** What events would add, and whether grants cover it. */
interface Weighed {
  readonly currency: string;
  readonly amount: Decimal;
  readonly isCovered: boolean;
  /** With usage and holds, without the events. */
  readonly before: RunningUse;
  readonly after: RunningUse;
}

async function weigh(credit: AccountCredit, { events, currency }: PricedEstimates): Promise<Weighed> {
  const held = heldEvents(credit.holds);
  const before = await runningUse(credit, held);
  const at = Date.parse(credit.work.clock.now());
  const added = events.map((event): ExpectedEvent => ({ ...event, at, sequence: Number.MAX_SAFE_INTEGER }));
  const after = await runningUse(credit, [...held, ...added]);
  const unpaid = ({ unpaid: sums }: RunningUse) => sums.get(currency) ?? Decimal.zero;
  return {
    currency,
    amount: addedIn(before, after, currency),
    isCovered: unpaid(after).compare(unpaid(before)) <= 0,
    before,
    after,
  };
}

function toAnswer({ grants }: AccountCredit, weighed: Weighed, holdId: string | null): CreditAnswer {
  const { currency, amount, isCovered, before, after } = weighed;
  return {
    allowed: isCovered,
    reason: isCovered ? null : "insufficient_credit",
    holdId,
    amount: formatAmount({ amount, currency }),
    currency,
    available: availableIn(grants, holdId === null ? before : after, currency),
  };
}

async function heldBefore(
  credit: AccountCredit,
  hold: CreditHoldRow,
  { events, currency }: PricedEstimates,
): Promise<CreditAnswer> {
  if (canonicalJson(hold.events) !== canonicalJson(events)) {
    const detail = `The hold ${hold.id} has the uniqueId ${JSON.stringify(hold.uniqueId)} and other events. Use a new one.`;
    throw new DomainError("state_conflict", detail);
  }
  refuseClosed(hold);
  const all = await runningUse(credit, heldEvents(credit.holds));
  return {
    allowed: true,
    reason: null,
    holdId: hold.id,
    amount: formatAmount({ amount: Decimal.of(hold.amount), currency }),
    currency,
    available: availableIn(credit.grants, all, currency),
  };
}
