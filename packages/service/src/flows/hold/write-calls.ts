import {
  DatabaseAway,
  type EventAccount,
  findCreditHolds,
  type HoldKey,
  noteTopUpDue,
  TransactionConflict,
  writeCreditHolds,
} from "@counterfoil/storage";
import { lookForLateUsage } from "../../billing/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, type Fault, invalid, notFound } from "../../errors/index.ts";
import { storeEventsIn, type WrittenEvents } from "../../events/index.ts";
import type { CreditLedger } from "./credit-ledger.ts";
import type { CreditCall, CreditOutcome, StoredBefore } from "./credit-call.ts";
import type { KnownFamilies } from "./known-families.ts";
import { type Locking, openLedgers, RelativesNotLocked } from "./open-ledgers.ts";
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

/** A call holds with the unique ID of a closed hold. These are not looked up the first time. */
class HoldsKnown extends Error {}

/** The outcome of each call, by its place. */
type Outcomes = Map<CreditCall, CreditOutcome>;

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
    if (error instanceof HoldsKnown) return writeTogether(calls, { ...locking, looksUp: true });
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
  const [written, known] = await Promise.all([
    writeLedgers(work, ledgers, accounts),
    locking.looksUp === true ? [] : findCreditHolds(work.tx, holdsNotMade(calls, ledgerOf)),
  ]);
  if (known.length > 0) throw new HoldsKnown();
  return { outcomes, ledgers, written };
}

/** The holds that calls asked for and did not get. Closed ones with their unique IDs would be found by no insert. */
function holdsNotMade(calls: readonly CreditCall[], ledgerOf: ReadonlyMap<string, CreditLedger>): HoldKey[] {
  return calls.flatMap(({ reference, holds }) => {
    const ledger = ledgerOf.get(reference);
    return holds.flatMap((hold) =>
      "id" in hold || ledger === undefined || ledger.find(hold) !== undefined
        ? []
        : [{ reference, id: null, uniqueId: hold.uniqueId }],
    );
  });
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
  const [written, areNew] = await Promise.all([
    storing,
    writeCreditHolds(tx, {
      made: changes.flatMap(({ made }) => made),
      closed: changes.flatMap(({ closed }) => closed),
    }),
  ]);
  const faults = written.outcomes.flatMap((outcome, index): Fault[] =>
    outcome.kind === "failed" ? [{ pointer: `/${index}`, ...outcome.fault }] : [],
  );
  if (faults.length > 0) throw new EventsRefused(faults);
  if (!areNew) throw new HoldsKnown();
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
