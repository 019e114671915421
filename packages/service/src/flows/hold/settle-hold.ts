import { createHash } from "node:crypto";
import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type AccountRow,
  closeCreditHold,
  type CreditHoldRow,
  findCreditHold,
  findEventAccounts,
} from "@counterfoil/storage";
import { canonicalJson } from "../../canonical-json.ts";
import type { Context, Work } from "../../context.ts";
import { type Fault, invalid, refuseFaults } from "../../errors/index.ts";
import { checkEvent, type CheckedEvent, storeEventsIn } from "../../events/index.ts";
import { availableIn } from "./credit-balances.ts";
import { onLockedCredit } from "./on-credit.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { type AccountCredit, addedIn, heldEvents, type RunningUse, runningUse } from "./running-credit.ts";

/** A settled hold. */
export interface SettledHold {
  holdId: string;
  /** What the real events added to the usage of the account, with tax. */
  amount: string;
  held: string;
  /** The part of `amount` above `held`. */
  overage: string;
  currency: string;
  available: string;
  /** How many events were stored, and how many were known before. */
  ingested: number;
  duplicates: number;
}

export interface ReleasedHold {
  holdId: string;
  released: string;
  currency: string;
  available: string;
}

/** Ends a hold and stores the real events, in one commit. All events are stored, or none (422). */
export function settleHold(
  context: Context,
  idOrAlias: string,
  input: { readonly holdId: string; readonly events: readonly unknown[] },
): Promise<SettledHold> {
  return onLockedCredit(context, idOrAlias, async (credit) => {
    const { work, account } = credit;
    const hold = await requireHold(work, account, input.holdId);
    const events = await checkRealEvents(work, account, input.events, context.clock.now());
    const settledHash = createHash("sha256")
      .update(canonicalJson(contentOf(events)))
      .digest("hex");
    if (hold.state === "settled" && hold.settledHash === settledHash) return settledBefore(credit, hold, events.length);
    refuseClosed(hold);
    const others = heldEvents(credit.holds.filter(({ id }) => id !== hold.id));
    const before = await runningUse(credit, others);
    const outcomes = await storeEventsIn(work.tx, events);
    refuseFaults(
      outcomes.flatMap((outcome, index): Fault[] =>
        outcome.kind === "failed" ? [{ pointer: `/events/${index}`, ...outcome.fault }] : [],
      ),
    );
    const after = await runningUse(credit, others);
    const amount = addedIn(before, after, hold.currency);
    const closedAt = work.clock.now();
    await closeCreditHold(work.tx, {
      id: hold.id,
      state: "settled",
      settledAmount: amount.toString(),
      settledHash,
      closedAt,
    });
    const ingested = outcomes.filter(({ kind }) => kind === "ingested").length;
    return settled(credit, { hold, amount, after }, { ingested, duplicates: outcomes.length - ingested });
  });
}

/** Ends a hold without usage. A released hold stays released (200). */
export function releaseHold(
  context: Context,
  idOrAlias: string,
  { holdId }: { readonly holdId: string },
): Promise<ReleasedHold> {
  return onLockedCredit(context, idOrAlias, async (credit) => {
    const { work, account, grants } = credit;
    const hold = await requireHold(work, account, holdId);
    if (hold.state === "settled") refuseClosed(hold);
    if (hold.state === "open") {
      const closed = { id: hold.id, state: "released", settledAmount: null, settledHash: null } as const;
      await closeCreditHold(work.tx, { ...closed, closedAt: work.clock.now() });
    }
    const all = await runningUse(credit, heldEvents(credit.holds.filter(({ id }) => id !== hold.id)));
    const { currency, amount } = hold;
    const released = formatAmount({ amount: Decimal.of(amount), currency });
    return { holdId: hold.id, released, currency, available: availableIn(grants, all, currency) };
  });
}

async function requireHold(work: Work, { id }: AccountRow, holdId: string): Promise<CreditHoldRow> {
  const hold = await findCreditHold(work.tx, id, { id: holdId });
  if (hold !== undefined) return hold;
  const detail = `The account has no hold ${JSON.stringify(holdId)}.`;
  throw invalid([{ pointer: "/holdId", code: "unknown_hold", detail }]);
}

/** The events as ingestion checks them. Refuses a body with an event that is invalid or of another account (422). */
async function checkRealEvents(
  work: Work,
  account: AccountRow,
  sent: readonly unknown[],
  receivedAt: string,
): Promise<CheckedEvent[]> {
  const checks = sent.map((event) => checkEvent(event, receivedAt));
  const names = [...new Set(checks.flatMap(({ event }) => event?.account ?? []))];
  const own = new Set(
    (await findEventAccounts(work.tx, names))
      .filter(({ accountId }) => accountId === account.id)
      .map(({ reference }) => reference),
  );
  const faults = checks.flatMap(({ event, fault }, index): Fault[] => {
    if (fault !== undefined) return [{ pointer: `/events/${index}`, code: fault.code, detail: fault.detail }];
    if (event === undefined || own.has(event.account)) return [];
    const detail = `${JSON.stringify(event.account)} is not the account of the hold.`;
    return [{ pointer: `/events/${index}/account`, code: "other_account", detail }];
  });
  refuseFaults(faults);
  return checks.flatMap(({ event }) => event ?? []);
}

function contentOf(events: readonly CheckedEvent[]): string[] {
  return events.map(({ uniqueId, contentHash }) => `${uniqueId} ${contentHash}`).toSorted();
}

async function settledBefore(credit: AccountCredit, hold: CreditHoldRow, count: number): Promise<SettledHold> {
  const after = await runningUse(credit, heldEvents(credit.holds));
  const amount = Decimal.of(hold.settledAmount ?? "0");
  return settled(credit, { hold, amount, after }, { ingested: 0, duplicates: count });
}

function settled(
  { grants }: AccountCredit,
  { hold, amount, after }: { readonly hold: CreditHoldRow; readonly amount: Decimal; readonly after: RunningUse },
  counts: Pick<SettledHold, "ingested" | "duplicates">,
): SettledHold {
  const { id: holdId, currency } = hold;
  const written = (value: Decimal) => formatAmount({ amount: value, currency });
  const held = Decimal.of(hold.amount);
  return {
    holdId,
    amount: written(amount),
    held: written(held),
    overage: written(Decimal.max(amount.minus(held), Decimal.zero)),
    currency,
    available: availableIn(grants, after, currency),
    ...counts,
  };
}
