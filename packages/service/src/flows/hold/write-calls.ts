import {
  closeCreditHolds,
  DatabaseAway,
  expireCreditHolds,
  findAccount,
  findCreditHolds,
  findEventAccounts,
  findTakenIds,
  insertCreditHolds,
  lockCreditOf,
  lockFreeCredit,
  type NamedAccount,
  noteTopUpDue,
  TransactionConflict,
} from "@counterfoil/storage";
import { transact, type Work } from "../../context.ts";
import { DomainError, type Fault, invalid, notFound } from "../../errors/index.ts";
import { storeEventsIn } from "../../events/index.ts";
import { CreditLedger } from "./credit-ledger.ts";
import type { CreditCall, CreditOutcome, StoredBefore } from "./credit-call.ts";
import { knownCredits } from "./known-credit.ts";
import { leavesLow } from "./prepaid-low.ts";

/** An event of a call was refused while it was stored, so that the transaction has to be repeated without the call. */
class EventsRefused extends Error {
  readonly refusal: DomainError;
  constructor(refusal: DomainError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The outcome of each call, by its place. */
type Outcomes = Map<CreditCall, CreditOutcome>;

/**
 * Decides calls of one organization in one transaction, those of an account in their order. Calls of an account that another
 * transaction holds wait for it in a separate transaction, so that the others need not. If the database refuses an event,
 * calls get separate transactions, so that only the call of that event is refused.
 */
export async function writeCalls(calls: readonly CreditCall[]): Promise<CreditOutcome[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const outcomes = await writeTogether(calls, "free");
  const others = Map.groupBy(
    calls.filter((call) => !outcomes.has(call)),
    ({ reference }) => reference,
  );
  const waited = await Promise.all([...others.values()].map((own) => writeTogether(own, "wait")));
  for (const own of waited) for (const [call, outcome] of own) outcomes.set(call, outcome);
  return calls.map((call) => outcomes.get(call) ?? { refusal: notFound("account", call.reference) });
}

async function writeTogether(calls: readonly CreditCall[], lock: "free" | "wait"): Promise<Outcomes> {
  const [first] = calls;
  if (first === undefined) return new Map();
  try {
    return await transact(first.context, (work) => writeIn(work, calls, lock));
  } catch (error) {
    const isRefusal = error instanceof EventsRefused;
    if (calls.length === 1) return new Map([[first, isRefusal ? { refusal: error.refusal } : { failure: error }]]);
    if (isRefusal) {
      return writeApart(
        calls.map((call) => [call]),
        lock,
      );
    }
    // What the database could not do for all of them, it cannot do for each. Anything else may be a fault of one account, which
    // must not fail the calls of others.
    const own = [...Map.groupBy(calls, ({ reference }) => reference).values()];
    const isOfAll = error instanceof DatabaseAway || error instanceof TransactionConflict || own.length === 1;
    if (isOfAll) return new Map(calls.map((call) => [call, { failure: error }]));
    return writeApart(own, lock);
  }
}

/** Each group of calls in a separate transaction, one after the other. */
async function writeApart(groups: readonly (readonly CreditCall[])[], lock: "free" | "wait"): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (const calls of groups) {
    for (const [call, outcome] of await writeTogether(calls, lock)) outcomes.set(call, outcome);
  }
  return outcomes;
}

/** The outcomes of the calls whose account could be locked. */
async function writeIn(work: Work, calls: readonly CreditCall[], lock: "free" | "wait"): Promise<Outcomes> {
  const locked = await lockAccounts(work, [...new Set(calls.map(({ reference }) => reference))], lock);
  const outcomes: Outcomes = new Map();
  if (locked.length === 0) return outcomes;
  const idOf = new Map(locked.map(({ reference, id }) => [reference, id]));
  const open = calls.filter(({ reference }) => idOf.has(reference));
  const { ledgers, before } = await openLedgers(work, open, idOf);
  for (const call of open) {
    const ledger = ledgers.get(idOf.get(call.reference) ?? "");
    if (ledger !== undefined) outcomes.set(call, await outcomeOf(call, ledger, before));
  }
  await writeLedgers(work, [...ledgers.values()]);
  return outcomes;
}

/** Locks accounts as invoices lock them before they draw from grants. */
async function lockAccounts(
  { tx }: Work,
  references: readonly string[],
  lock: "free" | "wait",
): Promise<NamedAccount[]> {
  if (lock === "free") return lockFreeCredit(tx, references);
  const named: NamedAccount[] = [];
  for (const reference of references) {
    const account = await findAccount(tx, reference);
    if (account !== undefined) named.push({ reference, id: account.id });
  }
  await lockCreditOf(
    tx,
    named.map(({ id }) => id),
  );
  return named;
}

interface Ledgers {
  /** By the ID of the account. */
  readonly ledgers: ReadonlyMap<string, CreditLedger>;
  readonly before: StoredBefore;
}

/** Reads what all calls need, in one round trip if their accounts are known. */
async function openLedgers(
  work: Work,
  calls: readonly CreditCall[],
  idOf: ReadonlyMap<string, string>,
): Promise<Ledgers> {
  const { tx } = work;
  const accountIds = [...new Set(idOf.values())];
  const keys = calls.map(({ reference, hold }) => ({
    accountId: idOf.get(reference) ?? "",
    id: "id" in hold ? hold.id : null,
    uniqueId: "uniqueId" in hold ? hold.uniqueId : null,
  }));
  const events = calls.flatMap((call) => call.events);
  const names = [...new Set(events.map(({ account }) => account))];
  const [, found, accounts, taken, credits] = await Promise.all([
    expireCreditHolds(tx, accountIds, work.clock.now()),
    findCreditHolds(tx, keys),
    names.length === 0 ? [] : findEventAccounts(tx, names),
    findTakenIds(
      tx,
      events.map(({ uniqueId }) => uniqueId),
    ),
    knownCredits(work, accountIds),
  ]);
  const holdsOf = Map.groupBy(found, ({ accountId }) => accountId);
  const ledgers = new Map(
    credits.map(({ credit }) => [credit.account.id, new CreditLedger(credit, holdsOf.get(credit.account.id) ?? [])]),
  );
  const accountOf = new Map(accounts.map(({ reference, accountId }) => [reference, accountId]));
  return { ledgers, before: { taken, accountOf } };
}

async function outcomeOf({ decide }: CreditCall, ledger: CreditLedger, before: StoredBefore): Promise<CreditOutcome> {
  try {
    return { answer: await decide(ledger, before) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

async function writeLedgers({ tx }: Work, ledgers: readonly CreditLedger[]): Promise<void> {
  const events = ledgers.flatMap(({ stored }) => stored);
  const changes = ledgers.map((ledger) => ledger.changes());
  const [stored] = await Promise.all([
    events.length === 0 ? [] : storeEventsIn(tx, events),
    insertCreditHolds(
      tx,
      changes.flatMap(({ made }) => made),
    ),
  ]);
  const faults = stored.flatMap((outcome, index): Fault[] =>
    outcome.kind === "failed" ? [{ pointer: `/events/${index}`, ...outcome.fault }] : [],
  );
  if (faults.length > 0) throw new EventsRefused(invalid(faults));
  await closeCreditHolds(
    tx,
    changes.flatMap(({ closed }) => closed),
  );
  for (const ledger of ledgers) await topUpIfLow(tx, ledger);
}

/** Holds and settlements take from what is available, so they may make a top-up due. */
async function topUpIfLow(tx: Work["tx"], ledger: CreditLedger): Promise<void> {
  const { work, account, topUpThreshold } = ledger.credit;
  if (topUpThreshold === null || !leavesLow(ledger.credit, await ledger.use())) return;
  await noteTopUpDue(tx, [account.id], work.clock.now());
}
