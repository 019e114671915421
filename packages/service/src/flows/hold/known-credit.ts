import {
  addIncrements,
  CREDIT_STANDINGS,
  type CreditStanding,
  Facts,
  FACTS_OF_ACCOUNTS,
  findAccount,
  findCreditStandings,
  type NamedAccount,
  NO_INCREMENTS,
  type StandingAsked,
  type Tx,
} from "@counterfoil/storage";
import { fixedClock } from "../../clock.ts";
import type { Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { type AccountCredit, heldEvents, loadCredit, runningUse } from "./running-credit.ts";

/** The credit of an account, and how it was asked for. */
export interface KnownCredit {
  readonly reference: string;
  readonly credit: AccountCredit;
  /** Whether there are expired holds that are not closed yet. */
  readonly hasExpired: boolean;
}

/** What credit is read for. */
interface KnownFor {
  /** Resolves with the accounts that are wanted, all by default. It is sent in the same round trip. */
  readonly locking?: Promise<readonly NamedAccount[]>;
  /** The IDs of holds that will be ended. Decisions about them begin with the usage without them. */
  readonly ending?: ReadonlySet<string> | undefined;
}

/** How often the facts of an account may change while they are read, before everything is read in the transaction instead. */
const TIMES = 4;

/** A statement whose answer is not remembered, outside a transaction. */
class NotRemembered extends Error {}

/**
 * The credit of accounts, by ID or alias. Leaves out accounts that do not exist. What changes rarely is remembered between
 * calls, and one statement finds whether it still holds, and what changes often: holds and new usage. So what this answers
 * was true in the snapshot of that statement.
 * @param work in a transaction
 */
export async function knownCredits(
  work: Work,
  references: readonly string[],
  { locking, ending }: KnownFor = {},
): Promise<KnownCredit[]> {
  const { tx } = work;
  const find = async (asked: readonly StandingAsked[]) => {
    const standings = await findCreditStandings(tx, asked);
    const wanted = await locking?.then((locked) => new Set(locked.map(({ reference }) => reference)));
    return wanted === undefined ? standings : standings.filter(({ reference }) => wanted.has(reference));
  };
  const memory = tx.memory.recall(FACTS_OF_ACCOUNTS);
  const factsOf = new Map<string, Facts>();
  for (const reference of references) {
    const known = memory.find(keyOf(tx, reference));
    if (known !== undefined) factsOf.set(reference, known);
  }
  for (let time = 1; time <= TIMES; time += 1) {
    const standings = await find(questions(work, references, factsOf));
    const unknown: Tx["sql"] = (text, values, name) => tx.sql(text, values, name);
    const { read, behind } = await readKnown(work, standings, factsOf, { unknown, ending });
    for (const { reference, facts } of read) factsOf.set(reference, facts);
    for (const [reference, facts] of behind) factsOf.set(reference, facts);
    if (behind.size > 0 || read.some(({ facts }) => facts.isFilled)) continue;
    for (const { reference, facts } of read) {
      facts.seal();
      memory.remember(keyOf(tx, reference), facts);
    }
    return [...read];
  }
  const read: KnownCredit[] = [];
  for (const standing of await find(questions(work, references, new Map()))) {
    const { reference, accountId, now, holds, hasExpired } = standing;
    const account = await findAccount(tx, accountId);
    if (account === undefined) continue;
    const credit = await loadCredit({ ...work, clock: fixedClock(now) }, account, { holds });
    read.push({ reference, credit, hasExpired });
  }
  return read;
}

/** The same without a transaction. Undefined if something is not remembered, or no longer true. */
export async function rememberedCredit(work: Work, reference: string): Promise<KnownCredit | undefined> {
  const facts = work.tx.memory.recall(FACTS_OF_ACCOUNTS).find(keyOf(work.tx, reference));
  if (facts === undefined) return undefined;
  const factsOf = new Map([[reference, facts]]);
  const [question] = questions(work, [reference], factsOf);
  if (question === undefined) return undefined;
  const standing = await work.tx.memory.recall(CREDIT_STANDINGS).ask(work.tx, question);
  if (standing === undefined || standing.isChanged || standing.isFolded) return undefined;
  const [read] = (await ifRemembered(() => readKnown(work, [standing], factsOf, { unknown: refuse })))?.read ?? [];
  if (read === undefined) return undefined;
  read.facts.seal();
  // Otherwise the known ones are as good, and older objects cost the garbage collector less.
  if (read.facts.waiting !== facts.waiting) {
    work.tx.memory.recall(FACTS_OF_ACCOUNTS).remember(keyOf(work.tx, reference), read.facts);
  }
  return read;
}

function questions(work: Work, references: readonly string[], factsOf: ReadonlyMap<string, Facts>): StandingAsked[] {
  const now = work.clock.now();
  return references.map((reference) => {
    const facts = factsOf.get(reference);
    return { reference, now, snapshot: facts?.snapshot ?? null, seenThrough: facts?.waiting.through ?? null };
  });
}

/** For calculations with remembered credit: undefined if they need something that is not remembered. */
export async function ifRemembered<Result>(calculate: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await calculate();
  } catch (error) {
    if (error instanceof NotRemembered) return undefined;
    throw error;
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new NotRemembered());
}

interface ReadCredit extends KnownCredit {
  readonly facts: Facts;
}

interface Reading extends Pick<KnownFor, "ending"> {
  /** Answers statements that are not remembered. */
  readonly unknown: Tx["sql"];
}

/**
 * Reads once. Each reading has its own facts that begin with the known ones: what is added may be of a later snapshot, in which
 * waiting usage was folded, and would count it twice. Accounts are `behind` if an increment was committed after one with a higher sequence, so
 * that all have to be read.
 */
async function readKnown(
  work: Work,
  standings: readonly CreditStanding[],
  factsOf: ReadonlyMap<string, Facts>,
  { unknown, ending }: Reading,
): Promise<{ readonly read: readonly ReadCredit[]; readonly behind: ReadonlyMap<string, Facts> }> {
  const { tx } = work;
  const read: ReadCredit[] = [];
  const behind = new Map<string, Facts>();
  for (const standing of standings) {
    const { reference, accountId, snapshot, isChanged, isFolded, now, holds, hasExpired } = standing;
    const remembered = isChanged ? undefined : factsOf.get(reference);
    const before = isFolded ? remembered?.withoutTotals() : remembered;
    const seen = isFolded ? NO_INCREMENTS : (before?.waiting ?? NO_INCREMENTS);
    const waiting = addIncrements(seen, standing.increments, standing.incrementsThrough);
    if (before !== undefined && standing.isBehind) {
      behind.set(reference, before.withoutIncrements());
      continue;
    }
    // With new increments, only the facts that contain them hold: a question about a snapshot finds no others.
    if (before?.waiting === waiting) before.holdIn(snapshot);
    const facts = new Facts(snapshot, waiting, before);
    const known = facts.tx(tx, accountId, unknown);
    const account = await findAccount(known, accountId);
    if (account === undefined) continue;
    const credit = await loadCredit({ ...work, tx: known, clock: fixedClock(now) }, account, {
      holds,
      facts,
    });
    // Before any decision, so that everything that decisions need is remembered, or missed here. A decision begins with it anyway.
    const staying = ending === undefined ? holds : holds.filter(({ id }) => !ending.has(id));
    await credit.uses.of(staying, () => runningUse(credit, heldEvents(staying, now))).catch(passRefusal);
    read.push({ reference, credit, hasExpired, facts });
  }
  return { read, behind };
}

/** Usage that cannot be decided refuses the calls of its account, when they are decided. */
function passRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

function keyOf({ organizationId }: Tx, reference: string): string {
  return `${organizationId} ${reference}`;
}
