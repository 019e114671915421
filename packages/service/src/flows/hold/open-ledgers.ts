import {
  type EventAccount,
  expireCreditHolds,
  findAllBelow,
  findCreditHolds,
  findEventAccounts,
  findTakenIds,
  type HoldKey,
  lockNamedCredit,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { CreditLedger } from "./credit-ledger.ts";
import type { CreditCall, StoredBefore } from "./credit-call.ts";
import { familyOwners, isHard } from "./family-limits.ts";
import { type KnownCredit, knownCredits } from "./known-credit.ts";
import type { KnownFamilies } from "./known-families.ts";

/**
 * Hard limits count the usage of accounts that the transaction did not lock, so that it has to be repeated with them. They are noted as
 * known families.
 */
export class RelativesNotLocked extends Error {}

/** How a transaction locks accounts. */
export interface Locking {
  /** Whether it waits for accounts that another transaction holds, or leaves their calls out. */
  readonly lock: "free" | "wait";
  readonly families: KnownFamilies;
  /** Whether closed holds are looked up by the unique IDs of new ones. */
  readonly looksUp?: boolean;
}

export interface Ledgers {
  /** By the reference of calls. References of one account share its ledger. */
  readonly ledgerOf: ReadonlyMap<string, CreditLedger>;
  readonly before: StoredBefore;
  /** Those that events name. */
  readonly accounts: readonly EventAccount[];
}

/**
 * Locks accounts as invoices lock them before they draw from grants, and reads what all calls need: in one round trip, if the accounts
 * are known, the holds that calls end are open, and none has expired.
 */
export async function openLedgers(
  work: Work,
  calls: readonly CreditCall[],
  { lock, families, looksUp = false }: Locking,
): Promise<Ledgers> {
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
  const [locked, named, taken, known] = await Promise.all([
    locking,
    others.length === 0 ? [] : findEventAccounts(tx, others),
    findTakenIds(
      tx,
      events.map(({ uniqueId }) => uniqueId),
    ),
    knownCredits(work, references, { locking, ending }),
  ]);
  const expiring = known.flatMap(({ credit, hasExpired }) => (hasExpired ? [credit.account.id] : []));
  if (expiring.length > 0) await expireCreditHolds(tx, expiring, work.clock.now());
  const open = new Set(known.flatMap(({ credit }) => credit.holds.map(({ id }) => id)));
  const isToFind = ({ id }: HoldKey) => looksUp || expiring.length > 0 || (id !== null && !open.has(id));
  const holdsOf = Map.groupBy(await findCreditHolds(tx, keys.filter(isToFind)), ({ accountId }) => accountId);
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
