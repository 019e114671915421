import {
  DatabaseAway,
  type EventAccount,
  expireCreditHolds,
  findAllBelow,
  findCreditHolds,
  findEventAccounts,
  findTakenIds,
  lockNamedCredit,
  noteTopUpDue,
  TransactionConflict,
  writeCreditHolds,
} from "@counterfoil/storage";
import { lookForLateUsage } from "../../billing/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, type Fault, invalid, notFound } from "../../errors/index.ts";
import { storeEventsIn, type WrittenEvents } from "../../events/index.ts";
import { CreditLedger } from "./credit-ledger.ts";
import { familyOwners, isHard } from "./family-limits.ts";
import type { KnownFamilies } from "./known-families.ts";
import type { CreditCall, CreditOutcome, StoredBefore } from "./credit-call.ts";
import { type KnownCredit, knownCredits } from "./known-credit.ts";
import { leavesLow } from "./prepaid-low.ts";

/** An event of a call was refused while it was stored, so that the transaction has to be repeated without the call. */
class EventsRefused extends Error {
  /** Their pointers begin at the list of events. */
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super("The database refused an event.");
    this.faults = faults;
  }
}

/**
 * Hard limits count the usage of accounts that the transaction did not lock, so that it has to be repeated with them. They are noted as
 * known families.
 */
class RelativesNotLocked extends Error {}

/** The outcome of each call, by its place. */
type Outcomes = Map<CreditCall, CreditOutcome>;

/** How a transaction locks accounts. */
interface Locking {
  /** Whether it waits for accounts that another transaction holds, or leaves their calls out. */
  readonly lock: "free" | "wait";
  readonly families: KnownFamilies;
}

/**
 * Decides calls of one organization in one transaction, those of an account in their order. Calls of an account or family that another
 * transaction holds wait for it in a separate transaction, so that the others need not. If the database refuses an event,
 * calls get separate transactions, so that only the call of that event is refused.
 */
export async function writeCalls(calls: readonly CreditCall[], families: KnownFamilies): Promise<CreditOutcome[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const outcomes = await writeTogether(calls, { lock: "free", families });
  const others = Map.groupBy(
    calls.filter((call) => !outcomes.has(call)),
    (call) => families.of(call)?.join(" ") ?? call.reference,
  );
  const waited = await Promise.all([...others.values()].map((own) => writeTogether(own, { lock: "wait", families })));
  for (const own of waited) for (const [call, outcome] of own) outcomes.set(call, outcome);
  return calls.map((call) => outcomes.get(call) ?? { refusal: notFound("account", call.reference) });
}

async function writeTogether(calls: readonly CreditCall[], locking: Locking): Promise<Outcomes> {
  const [first] = calls;
  if (first === undefined) return new Map();
  try {
    const { outcomes, ledgers, written } = await transact(first.context, (work) => writeIn(work, calls, locking));
    for (const ledger of ledgers) ledger.committed(written);
    if (ledgers.some(({ isLate }) => isLate)) await lookNow(first.context);
    return outcomes;
  } catch (error) {
    if (error instanceof RelativesNotLocked) return writeTogether(calls, locking);
    const isRefusal = error instanceof EventsRefused;
    if (calls.length === 1)
      return new Map([[first, isRefusal ? { refusal: refusalOf(first, error) } : { failure: error }]]);
    if (isRefusal) {
      return writeApart(
        calls.map((call) => [call]),
        locking,
      );
    }
    // What the database could not do for all of them, it cannot do for each. Anything else may be a fault of one account, which
    // must not fail the calls of others.
    const own = [...Map.groupBy(calls, ({ reference }) => reference).values()];
    const isOfAll = error instanceof DatabaseAway || error instanceof TransactionConflict || own.length === 1;
    if (isOfAll) return new Map(calls.map((call) => [call, { failure: error }]));
    return writeApart(own, locking);
  }
}

/** So that the next call counts late usage. The calls are committed, so a failure is left to the worker, which looks again. */
async function lookNow(context: Context): Promise<void> {
  await lookForLateUsage(context).catch(() => undefined);
}

function refusalOf({ eventsAt }: CreditCall, { faults }: EventsRefused): DomainError {
  return invalid(faults.map((fault) => ({ ...fault, pointer: eventsAt + fault.pointer })));
}

/** Each group of calls in a separate transaction, one after the other. */
async function writeApart(groups: readonly (readonly CreditCall[])[], locking: Locking): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (const calls of groups) {
    for (const [call, outcome] of await writeTogether(calls, locking)) outcomes.set(call, outcome);
  }
  return outcomes;
}

interface Written {
  /** Of the calls whose account could be locked. */
  readonly outcomes: Outcomes;
  readonly ledgers: readonly CreditLedger[];
  readonly written: WrittenEvents;
}

async function writeIn(work: Work, calls: readonly CreditCall[], locking: Locking): Promise<Written> {
  const { ledgerOf, before, accounts } = await openLedgers(work, calls, locking);
  const outcomes: Outcomes = new Map();
  for (const call of calls) {
    const ledger = ledgerOf.get(call.reference);
    if (ledger !== undefined) outcomes.set(call, await outcomeOf(call, ledger, before));
  }
  const ledgers = [...new Set(ledgerOf.values())];
  return { outcomes, ledgers, written: await writeLedgers(work, ledgers, accounts) };
}

interface Ledgers {
  /** By the reference of calls. References of one account share its ledger. */
  readonly ledgerOf: ReadonlyMap<string, CreditLedger>;
  readonly before: StoredBefore;
  /** Those that events name. */
  readonly accounts: readonly EventAccount[];
}

/**
 * Locks accounts as invoices lock them before they draw from grants, and reads what all calls need: in one round trip, if the accounts
 * are known and no hold has expired.
 */
async function openLedgers(work: Work, calls: readonly CreditCall[], { lock, families }: Locking): Promise<Ledgers> {
  const { tx } = work;
  const called = new Set(calls.map(({ reference }) => reference));
  const references = [
    ...new Set([...called, ...calls.flatMap((call) => (call.isLimited ? families.of(call) : undefined) ?? [])]),
  ];
  const keys = calls.flatMap(({ reference, holds }) =>
    holds.map((hold) => ({
      reference,
      id: "id" in hold ? hold.id : null,
      uniqueId: "uniqueId" in hold ? hold.uniqueId : null,
    })),
  );
  const events = calls.flatMap((call) => call.events);
  const others = [...new Set(events.map(({ account }) => account))].filter((name) => !references.includes(name));
  const ending = new Set(keys.flatMap(({ id }) => id ?? []));
  // First, so that the other statements see what the former holders of the locks did.
  const locking = lockNamedCredit(tx, references, lock);
  const [locked, found, named, taken, known] = await Promise.all([
    locking,
    findCreditHolds(tx, keys),
    others.length === 0 ? [] : findEventAccounts(tx, others),
    findTakenIds(
      tx,
      events.map(({ uniqueId }) => uniqueId),
    ),
    knownCredits(work, references, { locking, ending }),
  ]);
  const expiring = known.flatMap(({ credit, hasExpired }) => (hasExpired ? [credit.account.id] : []));
  if (expiring.length > 0) await expireCreditHolds(tx, expiring, work.clock.now());
  const holdsOf = Map.groupBy(
    expiring.length > 0 ? await findCreditHolds(tx, keys) : found,
    ({ accountId }) => accountId,
  );
  const ledgers = new Map(
    known.map(({ credit }) => [credit.account.id, new CreditLedger(credit, holdsOf.get(credit.account.id) ?? [])]),
  );
  const ledgerOf = new Map(
    known.flatMap(({ reference, credit }) => {
      const ledger = called.has(reference) ? ledgers.get(credit.account.id) : undefined;
      return ledger === undefined ? [] : [[reference, ledger] as const];
    }),
  );
  const asked = new Set([...references, ...locked.map(({ id }) => id)]);
  await addRelatives(work, { calls: calls.filter(({ isLimited }) => isLimited), ledgerOf, ledgers, families, asked });
  const accounts = [...named, ...known.map(toEventAccount)];
  const accountOf = new Map(accounts.map(({ reference, accountId }) => [reference, accountId]));
  return { ledgerOf, before: { taken, accountOf }, accounts };
}

function toEventAccount({ reference, credit: { account, work } }: KnownCredit): EventAccount {
  return { reference, accountId: account.id, frozenTime: account.testClockId === null ? null : work.clock.now() };
}

interface OpenedLedgers {
  /** Those that limits decide. */
  readonly calls: readonly CreditCall[];
  /** By the reference of calls. */
  readonly ledgerOf: Map<string, CreditLedger>;
  /** Those of all locked accounts, by their ID. */
  readonly ledgers: ReadonlyMap<string, CreditLedger>;
  readonly families: KnownFamilies;
  /** The accounts that the transaction tried to lock. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Gives ledgers those of the accounts whose usage counts toward their hard limits. Leaves out ledgers with an account that another
 * transaction holds: their calls wait for it.
 */
async function addRelatives(work: Work, { calls, ledgerOf, ledgers, families, asked }: OpenedLedgers): Promise<void> {
  const found = new Map<string, readonly string[]>();
  let areAllAsked = true;
  for (const call of calls) {
    const ledger = ledgerOf.get(call.reference);
    if (ledger === undefined) continue;
    const owners = familyOwners(ledger.credit, isHard);
    const key = owners.join(" ");
    const family = found.get(key) ?? (owners.length === 0 ? [] : await findAllBelow(work.tx, owners));
    found.set(key, family);
    families.note(call, family);
    areAllAsked &&= family.every((id) => asked.has(id));
    const relatives = family.flatMap((id) => (id === ledger.credit.account.id ? [] : (ledgers.get(id) ?? [])));
    if (family.length > relatives.length + 1) ledgerOf.delete(call.reference);
    ledger.relatives = relatives;
  }
  if (!areAllAsked) throw new RelativesNotLocked();
}

async function outcomeOf({ decide }: CreditCall, ledger: CreditLedger, before: StoredBefore): Promise<CreditOutcome> {
  const takeBack = ledger.mark();
  try {
    return { answer: await decide(ledger, before) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    takeBack();
    return { refusal: error };
  }
}

async function writeLedgers(
  { tx }: Work,
  ledgers: readonly CreditLedger[],
  accounts: readonly EventAccount[],
): Promise<WrittenEvents> {
  const events = ledgers.flatMap(({ stored }) => stored);
  const changes = ledgers.map((ledger) => ledger.changes());
  const storing = events.length === 0 ? NO_EVENTS : storeEventsIn(tx, events, accounts);
  writeCreditHolds(tx, { made: changes.flatMap(({ made }) => made), closed: changes.flatMap(({ closed }) => closed) });
  const written = await storing;
  const faults = written.outcomes.flatMap((outcome, index): Fault[] =>
    outcome.kind === "failed" ? [{ pointer: `/${index}`, ...outcome.fault }] : [],
  );
  if (faults.length > 0) throw new EventsRefused(faults);
  // Another transaction stored an event after its ID was looked up, so that it counted twice.
  if (!ledgers.every((ledger) => ledger.isAsDecided(written))) throw new TransactionConflict();
  for (const ledger of ledgers) await topUpIfLow(tx, ledger);
  return written;
}

const NO_EVENTS: WrittenEvents = { outcomes: [], newTimeOf: () => undefined, through: null };

/** Holds and settlements take from what is available, so they may make a top-up due. */
async function topUpIfLow(tx: Work["tx"], ledger: CreditLedger): Promise<void> {
  const { work, account, topUpThreshold } = ledger.credit;
  if (topUpThreshold === null || !leavesLow(ledger.credit, await ledger.use())) return;
  await noteTopUpDue(tx, [account.id], work.clock.now());
}
