import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditHoldRow } from "@counterfoil/storage";
import type { ExpectedEvent } from "../../billing/index.ts";
import { canonicalJson } from "../../canonical-json.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { availableIn, type CreditBalances, isWithinLine, toBalances } from "./credit-balances.ts";
import { checkEstimates, type PricedEstimates, type SentEstimate, STILL_TO_COME } from "./expected-events.ts";
import type { StoredBefore } from "./credit-call.ts";
import type { CreditLedger } from "./credit-ledger.ts";
import { type CreditCallsContext, onCreditLedger } from "./credit-queue.ts";
import { type LimitSpend, toSpend } from "./limit-spend.ts";
import { isHard } from "./family-limits.ts";
import { onKnownCredit } from "./on-credit.ts";
import { passedLimit } from "./open-limits.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { secondsLater } from "../../time.ts";
import { addedIn, type RunningUse } from "./running-use.ts";
import {
  checkSettlement,
  decideSettlement,
  type SettledHold,
  type Settlement,
  type SettlementInput,
} from "./settle-hold.ts";

/** Whether credit covers events, and what they cost. */
export interface CreditAnswer {
  allowed: boolean;
  reason: "insufficient_credit" | "spend_limit" | null;
  /** The hard limit that the events would pass. */
  spendLimitId: string | null;
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
  /** An earlier hold that the call settles first. */
  readonly settle?: SettlementInput | undefined;
}

/** What an account can spend. */
export interface ShownCredit extends CreditBalances {
  accountId: string;
  spendLimits: LimitSpend[];
}

const EXPIRES_IN_SECONDS = 900;

/** The credit of an account: granted, drawn, running, held and available (R-CREDIT-1). Writes nothing. */
export function getCredit(context: Context, idOrAlias: string): Promise<ShownCredit> {
  return onKnownCredit(context, { idOrAlias, limits: () => true }, async (ledger) => {
    const { credit } = ledger;
    const usage = await ledger.useWith([]);
    const all = await ledger.use();
    const spent = await ledger.spent(usage, (relative) => relative.useWith([]));
    const withHolds = await ledger.spent(all, (relative) => relative.use());
    return {
      accountId: credit.account.id,
      ...toBalances(credit, usage, all),
      spendLimits: toSpend(ledger.limits(), spent, withHolds),
    };
  });
}

/** The same without its limits. Other accounts do not matter. */
export function getBalances(context: Context, idOrAlias: string): Promise<CreditBalances> {
  return onKnownCredit(context, { idOrAlias, limits: () => false }, async (ledger) =>
    toBalances(ledger.credit, await ledger.useWith([]), await ledger.use()),
  );
}

/** Whether an account's credit covers these events now. Holds nothing. */
export function checkCredit(context: Context, idOrAlias: string, input: CreditCheckInput): Promise<CreditAnswer> {
  return onKnownCredit(context, { idOrAlias, limits: isHard }, async (ledger) => {
    const { credit } = ledger;
    const sold = { contracts: credit.contracts, now: credit.work.clock.now() };
    return toAnswer(ledger, await weigh(ledger, checkEstimates(input.events, sold, input.currency)), null);
  });
}

/** What a hold answers. */
export interface HoldAnswer extends CreditAnswer {
  /** The hold that the same call settled. Null if it was to settle none. */
  settled: SettledHold | null;
}

/**
 * Holds credit for events that are about to happen, all of it or nothing, and freezes their prices (R-CREDIT-1). Durable
 * when this resolves. Concurrent holds never take more than is available. The same call sent again finds its hold; the
 * same unique ID with other events is refused (409). A call may first settle an earlier hold: if either is refused, both are, and a hold that
 * credit does not cover leaves the settlement.
 */
export function holdCredit(context: CreditCallsContext, idOrAlias: string, input: HoldInput): Promise<HoldAnswer> {
  const { uniqueId } = input;
  const settlement = input.settle === undefined ? undefined : checkSettlement(context, input.settle, "/settle");
  const decide = async (ledger: CreditLedger, stored: StoredBefore): Promise<HoldAnswer> => {
    const { work, contracts } = ledger.credit;
    const estimates = checkEstimates(input.events, { contracts, now: work.clock.now() }, input.currency);
    const before = ledger.find({ uniqueId });
    if (before !== undefined) refuseOther(before, estimates, settlement);
    const settle = settlement === undefined ? undefined : await decideSettlement(ledger, settlement, stored);
    const settled = (await settle?.()) ?? null;
    const answer = await (before === undefined
      ? holdNew(ledger, input, estimates, context)
      : heldBefore(ledger, before));
    return { ...answer, settled };
  };
  return onCreditLedger(context, {
    reference: idOrAlias,
    holds: [{ uniqueId }, ...(settlement === undefined ? [] : [{ id: settlement.holdId }])],
    events: settlement?.events ?? [],
    eventsAt: "/settle/events",
    isLimited: true,
    decide,
  });
}

async function holdNew(
  ledger: CreditLedger,
  { uniqueId, expiresInSeconds = EXPIRES_IN_SECONDS }: HoldInput,
  estimates: PricedEstimates,
  { ids }: Context,
): Promise<CreditAnswer> {
  const { work, account } = ledger.credit;
  const weighed = await weigh(ledger, estimates);
  if (weighed.refusal.reason !== null) return toAnswer(ledger, weighed, null);
  const heldAt = work.clock.now();
  const hold: CreditHoldRow = {
    id: ids.next("hold"),
    accountId: account.id,
    uniqueId,
    currency: estimates.currency,
    amount: weighed.amount.toString(),
    events: estimates.events,
    heldAt,
    expiresAt: secondsLater(heldAt, expiresInSeconds),
    state: "open",
    settledAmount: null,
    settledHash: null,
    closedAt: null,
  };
  ledger.hold(hold, weighed.after);
  return toAnswer(ledger, weighed, hold.id);
}

/** What events would add, and whether credit and limits allow it. */
interface Weighed {
  readonly currency: string;
  readonly amount: Decimal;
  /** Why the events are not allowed. */
  readonly refusal: Pick<CreditAnswer, "reason" | "spendLimitId">;
  /** With usage and holds, without the events. */
  readonly before: RunningUse;
  readonly after: RunningUse;
}

async function weigh(ledger: CreditLedger, { events, currency }: PricedEstimates): Promise<Weighed> {
  const before = await ledger.use();
  const at = Date.parse(ledger.credit.work.clock.now());
  const added = events.map((event): ExpectedEvent => ({ ...event, at, sequence: STILL_TO_COME }));
  const after = await ledger.useWithComing(added);
  const unpaid = ({ unpaid: sums }: RunningUse) => sums.get(currency) ?? Decimal.zero;
  const isCovered = unpaid(after).compare(unpaid(before)) <= 0 || isWithinLine(ledger.credit, after, currency);
  const spentBy = (use: RunningUse) => ledger.spent(use, (relative) => relative.use());
  const passed = passedLimit(ledger.credit.limits, await spentBy(before), await spentBy(after));
  const covered = isCovered ? null : "insufficient_credit";
  const refusal = { reason: passed === undefined ? covered : "spend_limit", spendLimitId: passed?.id ?? null } as const;
  return { currency, amount: addedIn(before, after, currency), refusal, before, after };
}

function toAnswer({ credit }: CreditLedger, weighed: Weighed, holdId: string | null): CreditAnswer {
  const { currency, amount, refusal, before, after } = weighed;
  return {
    allowed: refusal.reason === null,
    ...refusal,
    holdId,
    amount: formatAmount({ amount, currency }),
    currency,
    available: availableIn(credit, holdId === null ? before : after, currency),
  };
}

/** Refuses the unique ID of a hold for something else (409). */
function refuseOther(
  hold: CreditHoldRow,
  { events }: PricedEstimates,
  settlement: Pick<Settlement, "holdId"> | undefined,
): void {
  if (canonicalJson(hold.events) !== canonicalJson(events)) {
    const detail = `The hold ${hold.id} has the uniqueId ${JSON.stringify(hold.uniqueId)} and other events. Use a new one.`;
    throw new DomainError("state_conflict", detail);
  }
  refuseClosed(hold, "For new work, hold with a new uniqueId.");
  if (settlement?.holdId === hold.id) {
    const detail = `The uniqueId ${JSON.stringify(hold.uniqueId)} is that of the hold ${hold.id}, which the call settles. Use a new one.`;
    throw new DomainError("state_conflict", detail);
  }
}

async function heldBefore(ledger: CreditLedger, { id, currency, amount }: CreditHoldRow): Promise<CreditAnswer> {
  return {
    allowed: true,
    reason: null,
    spendLimitId: null,
    holdId: id,
    amount: formatAmount({ amount: Decimal.of(amount), currency }),
    currency,
    available: availableIn(ledger.credit, await ledger.use(), currency),
  };
}
