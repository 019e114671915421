import { Decimal, formatAmount, instantText } from "@counterfoil/engine";
import type { CreditHoldRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { ExpectedEvent } from "../../billing/index.ts";
import { canonicalJson } from "../../canonical-json.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { availableIn, type CreditBalances, isWithinLine, toBalances } from "./credit-balances.ts";
import { checkEstimates, type PricedEstimates, type SentEstimate } from "./expected-events.ts";
import { CreditLedger } from "./credit-ledger.ts";
import { type CreditCallsContext, onCreditLedger } from "./credit-queue.ts";
import { type LimitSpend, toSpend } from "./limit-spend.ts";
import { onKnownCredit } from "./on-credit.ts";
import { passedLimit } from "./open-limits.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { addedIn, type RunningUse } from "./running-credit.ts";

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
}

/** What an account can spend. */
export interface ShownCredit extends CreditBalances {
  accountId: string;
  spendLimits: LimitSpend[];
}

const EXPIRES_IN_SECONDS = 900;

/** The credit of an account: granted, drawn, running, held and available (R-CREDIT-1). Writes nothing. */
export function getCredit(context: Context, idOrAlias: string): Promise<ShownCredit> {
  return onKnownCredit(context, idOrAlias, async (credit) => {
    const ledger = new CreditLedger(credit);
    const usage = await ledger.useWith([]);
    const all = await ledger.use();
    return {
      accountId: credit.account.id,
      ...toBalances(credit, usage, all),
      spendLimits: toSpend(credit.limits, usage, all),
    };
  });
}

/** Whether an account's credit covers these events now. Holds nothing. */
export function checkCredit(context: Context, idOrAlias: string, input: CreditCheckInput): Promise<CreditAnswer> {
  return onKnownCredit(context, idOrAlias, async (credit) => {
    const ledger = new CreditLedger(credit);
    const sold = { contracts: credit.contracts, now: credit.work.clock.now() };
    return toAnswer(ledger, await weigh(ledger, checkEstimates(input.events, sold, input.currency)), null);
  });
}

/**
 * Holds credit for events that are about to happen, all of it or nothing, and freezes their prices (R-CREDIT-1). Durable
 * when this resolves. Concurrent holds never take more than is available. The same call sent again finds its hold; the
 * same unique ID with other events is refused (409).
 */
export function holdCredit(context: CreditCallsContext, idOrAlias: string, input: HoldInput): Promise<CreditAnswer> {
  const { uniqueId } = input;
  const decide = async (ledger: CreditLedger) => {
    const { work, account, contracts } = ledger.credit;
    const estimates = checkEstimates(input.events, { contracts, now: work.clock.now() }, input.currency);
    const before = ledger.find({ uniqueId });
    if (before !== undefined) return heldBefore(ledger, before, estimates);
    const weighed = await weigh(ledger, estimates);
    if (weighed.refusal.reason !== null) return toAnswer(ledger, weighed, null);
    const heldAt = work.clock.now();
    const seconds = input.expiresInSeconds ?? EXPIRES_IN_SECONDS;
    const hold: CreditHoldRow = {
      id: context.ids.next("hold"),
      accountId: account.id,
      uniqueId,
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
    ledger.hold(hold, weighed.after);
    return toAnswer(ledger, weighed, hold.id);
  };
  return onCreditLedger(context, { reference: idOrAlias, hold: { uniqueId }, events: [], decide });
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
  const added = events.map((event): ExpectedEvent => ({ ...event, at, sequence: Number.MAX_SAFE_INTEGER }));
  const after = await ledger.useWith(ledger.openHolds(), added);
  const unpaid = ({ unpaid: sums }: RunningUse) => sums.get(currency) ?? Decimal.zero;
  const isCovered = unpaid(after).compare(unpaid(before)) <= 0 || isWithinLine(ledger.credit, after, currency);
  const passed = passedLimit(ledger.credit.limits, before.spent, after.spent);
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

async function heldBefore(
  ledger: CreditLedger,
  hold: CreditHoldRow,
  { events, currency }: PricedEstimates,
): Promise<CreditAnswer> {
  if (canonicalJson(hold.events) !== canonicalJson(events)) {
    const detail = `The hold ${hold.id} has the uniqueId ${JSON.stringify(hold.uniqueId)} and other events. Use a new one.`;
    throw new DomainError("state_conflict", detail);
  }
  refuseClosed(hold, "For new work, hold with a new uniqueId.");
  return {
    allowed: true,
    reason: null,
    spendLimitId: null,
    holdId: hold.id,
    amount: formatAmount({ amount: Decimal.of(hold.amount), currency }),
    currency,
    available: availableIn(ledger.credit, await ledger.use(), currency),
  };
}
