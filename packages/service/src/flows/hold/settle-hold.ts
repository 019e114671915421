import { createHash } from "node:crypto";
import { Decimal, formatAmount, invariant } from "@counterfoil/engine";
import type { CreditHoldRow } from "@counterfoil/storage";
import { canonicalJson } from "../../canonical-json.ts";
import type { Context } from "../../context.ts";
import { type Fault, invalid, refuseFaults } from "../../errors/index.ts";
import { checkEvent, type CheckedEvent } from "../../events/index.ts";
import { countedAt } from "./counted-at.ts";
import { availableIn } from "./credit-balances.ts";
import type { CreditLedger, HappenedEvent } from "./credit-ledger.ts";
import type { StoredBefore } from "./credit-call.ts";
import { type CreditCallsContext, onCreditLedger } from "./credit-queue.ts";
import { JUST_HAPPENED } from "./expected-events.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { addedIn } from "./running-use.ts";

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

/** A hold and what really happened. */
export interface SettlementInput {
  readonly holdId: string;
  /** As `POST /events` takes them. */
  readonly events: readonly unknown[];
}

/** A settlement whose events are checked, before the credit of the account is known. */
export interface Settlement {
  readonly holdId: string;
  readonly checks: readonly ReturnType<typeof checkEvent>[];
  /** Those without faults. */
  readonly events: readonly CheckedEvent[];
  /** The pointer of the member of the request with the settlement. Empty if it is the request. */
  readonly at: string;
}

export function checkSettlement({ clock }: Context, { holdId, events }: SettlementInput, at: string): Settlement {
  const receivedAt = clock.now();
  const checks = events.map((event) => checkEvent(event, receivedAt));
  return { holdId, checks, events: checks.flatMap(({ event }) => event ?? []), at };
}

/** Ends a hold and stores the real events, in one commit. All events are stored, or none (422). */
export function settleHold(
  context: CreditCallsContext,
  idOrAlias: string,
  input: SettlementInput,
): Promise<SettledHold> {
  const settlement = checkSettlement(context, input, "");
  const decide = async (ledger: CreditLedger, before: StoredBefore) =>
    (await decideSettlement(ledger, settlement, before))();
  return onCreditLedger(context, {
    reference: idOrAlias,
    holds: [{ id: input.holdId }],
    events: settlement.events,
    eventsAt: "/events",
    isLimited: false,
    decide,
  });
}

/**
 * Decides a settlement, or refuses it (409, 422). Returns what settles the hold on the ledger and answers, so that a call can decide
 * more before it changes anything.
 */
export async function decideSettlement(
  ledger: CreditLedger,
  { holdId, checks, events, at }: Settlement,
  { taken, accountOf }: StoredBefore,
): Promise<() => Promise<SettledHold>> {
  const { work, account } = ledger.credit;
  const hold = ledger.find({ id: holdId });
  const faults = faultsOf(checks, (name) => accountOf.get(name) === account.id);
  const all = [...(hold === undefined ? [unknownHold(holdId)] : []), ...faults];
  refuseFaults(all.map((fault) => ({ ...fault, pointer: at + fault.pointer })));
  invariant(hold !== undefined, "an unknown hold is refused");
  const settledHash = createHash("sha256")
    .update(canonicalJson(contentOf(events)))
    .digest("hex");
  if (hold.state === "settled" && hold.settledHash === settledHash) {
    const amount = Decimal.of(hold.settledAmount ?? "0");
    return () => settled(ledger, hold, amount, { ingested: 0, duplicates: events.length });
  }
  refuseClosed(hold, "It was settled with other events.");
  const others = ledger.openHolds().filter(({ id }) => id !== hold.id);
  const before = await ledger.useWith(others);
  // Also those that an earlier call of the same transaction stores. Of events with the same ID, the first is stored.
  const known = new Set([...taken, ...ledger.stored.map(({ uniqueId }) => uniqueId)]);
  const happened: HappenedEvent[] = [];
  for (const event of events) {
    const { uniqueId, eventName, values: properties } = event;
    if (known.has(uniqueId)) continue;
    known.add(uniqueId);
    const countsAt = await countedAt(ledger.credit, event);
    happened.push({ uniqueId, eventName, properties, at: countsAt, sequence: JUST_HAPPENED });
  }
  const use = await ledger.useWith(others, happened);
  const amount = addedIn(before, use, hold.currency);
  const held = Decimal.of(hold.amount);
  if (ledger.credit.settleAboveHeld === "refuse" && amount.compare(held) > 0) {
    // Other usage, or the end of another hold, may have made the held events dearer.
    const now = Decimal.max(held, addedIn(before, await ledger.useWith([...others, hold]), hold.currency));
    if (amount.compare(now) > 0) throw invalid([aboveHeld(hold.currency, { amount, held: now, at })]);
  }
  const closed = {
    id: hold.id,
    state: "settled",
    settledAmount: amount.toString(),
    settledHash,
    closedAt: work.clock.now(),
  } as const;
  return () => {
    ledger.settle(hold, closed, { checked: events, happened, use });
    const ingested = happened.length;
    return settled(ledger, hold, amount, { ingested, duplicates: events.length - ingested });
  };
}

/** Ends a hold without usage. A released hold stays released (200). */
export function releaseHold(
  context: CreditCallsContext,
  idOrAlias: string,
  { holdId }: { readonly holdId: string },
): Promise<ReleasedHold> {
  const decide = async (ledger: CreditLedger) => {
    const { work } = ledger.credit;
    const hold = ledger.find({ id: holdId });
    if (hold === undefined) throw invalid([unknownHold(holdId)]);
    if (hold.state === "settled") refuseClosed(hold, "Its credit was used, so it cannot be released.");
    if (hold.state === "open") ledger.release(hold, work.clock.now());
    const { currency } = hold;
    const amount = hold.state === "expired" ? Decimal.zero : Decimal.of(hold.amount);
    const released = formatAmount({ amount, currency });
    return { holdId: hold.id, released, currency, available: availableIn(ledger.credit, await ledger.use(), currency) };
  };
  return onCreditLedger(context, {
    reference: idOrAlias,
    holds: [{ id: holdId }],
    events: [],
    eventsAt: "",
    isLimited: false,
    decide,
  });
}

interface AboveHeld {
  readonly amount: Decimal;
  readonly held: Decimal;
  readonly at: string;
}

function aboveHeld(currency: string, { amount, held, at }: AboveHeld): Fault {
  const [cost, covered] = [amount, held].map((one) => formatAmount({ amount: one, currency }));
  const detail =
    `The events cost ${cost} ${currency}, but only ${covered} ${currency} is held, and the account refuses to settle more. ` +
    "Nothing was stored and the hold stays open. Settle less, or set settleAboveHeld to accept.";
  return { pointer: `${at}/events`, code: "above_held", detail };
}

function unknownHold(holdId: string): Fault {
  return { pointer: "/holdId", code: "unknown_hold", detail: `The account has no hold ${JSON.stringify(holdId)}.` };
}

/** What is wrong with events as ingestion checks them: invalid members, or another account. */
function faultsOf(checks: readonly ReturnType<typeof checkEvent>[], isOwn: (name: string) => boolean): Fault[] {
  return checks.flatMap(({ event, fault }, index): Fault[] => {
    const at = `/events/${index}`;
    if (fault !== undefined) return (fault.members ?? []).map((one) => ({ ...one, pointer: at + one.pointer }));
    if (event === undefined || isOwn(event.account)) return [];
    const detail = `${JSON.stringify(event.account)} is not the account of the hold.`;
    return [{ pointer: `${at}/account`, code: "other_account", detail }];
  });
}

function contentOf(events: readonly CheckedEvent[]): string[] {
  return events.map(({ uniqueId, contentHash }) => `${uniqueId} ${contentHash}`).toSorted();
}

async function settled(
  ledger: CreditLedger,
  hold: CreditHoldRow,
  amount: Decimal,
  counts: Pick<SettledHold, "ingested" | "duplicates">,
): Promise<SettledHold> {
  const { id: holdId, currency } = hold;
  const written = (value: Decimal) => formatAmount({ amount: value, currency });
  const held = Decimal.of(hold.amount);
  return {
    holdId,
    amount: written(amount),
    held: written(held),
    overage: written(Decimal.max(amount.minus(held), Decimal.zero)),
    currency,
    available: availableIn(ledger.credit, await ledger.use(), currency),
    ...counts,
  };
}
