import { LOCK_ORDER } from "./lock-order.ts";
import { locksOf, type StatementLock } from "./locks-of.ts";

/** Watches the locks of one transaction. */
export interface WatchedLocks {
  /** Throws if the statement would take, and could wait for, a lock of an earlier level than one that is held. */
  beforeStatement(text: string, values: readonly unknown[] | undefined): void;
  afterStatement(text: string, rows: readonly Record<string, unknown>[]): void;
}

/**
 * A transaction that violates the lock order and could deadlock with another. A fault in the code that a test has
 * found.
 */
class LockOrderViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LockOrderViolation";
  }
}

let isWatching = false;
const violations: string[] = [];

/** Watches every transaction of this process from now on. For tests: it parses the text of each statement. */
export function watchLockOrder(): void {
  isWatching = true;
}

/** Returns the violations since the last call, even if the error was caught. */
export function takeLockOrderViolations(): string[] {
  return violations.splice(0);
}

/** Null unless watching is on, so that a transaction has no extra cost. */
export function watchedLocks(): WatchedLocks | null {
  return isWatching ? createWatchedLocks((message) => violations.push(message)) : null;
}

interface Place {
  readonly level: number;
  readonly isGuarded: boolean;
}

const places = new Map<string, Place>(
  LOCK_ORDER.flatMap(({ locks, guards = [] }, level) => [
    ...locks.map((what) => [what, { level, isGuarded: false }] as const),
    ...guards.map((what) => [what, { level, isGuarded: true }] as const),
  ]),
);

/** The levels held, with the IDs of their locked rows. */
interface Held {
  readonly levels: Map<number, Set<string>>;
}

/** The prefixes of IDs of these rows. Other IDs in a statement are values written into the rows and not locked. */
const OWN_IDS: Readonly<Record<string, string>> = {
  account: "acct_",
  invoice: "inv_",
  payment: "pay_",
  price: "price_",
  product: "prod_",
  subscription: "sub_",
  usage_totalling: "metric_",
};

const ID = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** @param report is also called with each violation, because a savepoint may swallow the error */
export function createWatchedLocks(report: (message: string) => void): WatchedLocks {
  let held: Held = { levels: new Map() };
  const made = new Set<string>();
  const savepoints: Held[] = [];

  function refuse(text: string, message: string): never {
    const statement = text.replace(/\s+/g, " ").trim().slice(0, 120);
    report(`${message}: ${statement}`);
    throw new LockOrderViolation(`${message}: ${statement}`);
  }

  function check(
    text: string,
    { what, waits }: StatementLock,
    named: readonly string[],
    own: ReadonlySet<number>,
  ): void {
    const ids = named.filter((id) => id.startsWith(OWN_IDS[what] ?? ""));
    const place = places.get(what);
    if (place === undefined) refuse(text, `"${what}" has no place in the lock order`);
    const { level, isGuarded } = place;
    const mine = held.levels.get(level);
    const name = LOCK_ORDER[level]?.name ?? "";
    if (!waits) return;
    if (isGuarded && mine === undefined && !own.has(level) && !ids.some((id) => made.has(id))) {
      refuse(text, `"${what}" is locked without a lock of its level, ${name}`);
    }
    if (isGuarded) return;
    const highest = Math.max(-1, ...held.levels.keys());
    if (level >= highest) return;
    // No other transaction can hold rows that this one has already locked or created.
    if (mine !== undefined && ids.every((id) => mine.has(id) || made.has(id))) return;
    if (ids.length > 0 && ids.every((id) => made.has(id))) return;
    refuse(text, `"${what}" (${name}) is locked after ${LOCK_ORDER[highest]?.name ?? ""}, against the lock order`);
  }

  function keep(level: number, ids: readonly string[]): void {
    const known = held.levels.get(level) ?? new Set<string>();
    for (const id of ids) known.add(id);
    held.levels.set(level, known);
  }

  function hold(text: string, ids: readonly string[]): void {
    for (const { what, isKept } of locksOf(text)) {
      const level = places.get(what)?.level;
      if (level === undefined || !isKept) continue;
      keep(level, ids);
      // Its invoice is locked as well and may be written from now on.
      if (what === "invoice of subscription") keep(places.get("invoice")?.level ?? level, ids);
    }
  }

  return {
    beforeStatement(text, values = []) {
      if (text.startsWith("savepoint ")) savepoints.push(copyOf(held));
      else if (text.startsWith("release savepoint ")) savepoints.pop();
      // Locks taken since the savepoint are released. The savepoint remains.
      else if (text.startsWith("rollback to savepoint ")) held = copyOf(savepoints.at(-1) ?? held);
      const ids = idsIn(values);
      const locks = locksOf(text);
      // A statement may lock the guarding row together with the rows that it writes.
      const own = new Set(
        locks.flatMap(({ what }) => {
          const place = places.get(what);
          return place === undefined || place.isGuarded ? [] : [place.level];
        }),
      );
      for (const lock of locks) check(text, lock, ids, own);
      if (/\binsert into\b/i.test(text)) for (const id of [...ids, ...idsInDocuments(values)]) made.add(id);
      hold(text, ids);
    },
    afterStatement(text, rows) {
      if (locksOf(text).length === 0) return;
      hold(
        text,
        rows.flatMap((row) => idsIn(Object.values(row))),
      );
    },
  };
}

function copyOf({ levels }: Held): Held {
  return { levels: new Map([...levels].map(([level, ids]) => [level, new Set(ids)])) };
}

/** The IDs of rows in the parameters or results of a statement, without the organization's ID and those in binary. */
function idsIn(values: readonly unknown[]): string[] {
  return values
    .filter((value) => !Buffer.isBuffer(value))
    .flatMap((value) => [...(typeof value === "string" ? value : (JSON.stringify(value) ?? "")).matchAll(ID)])
    .map(([id]) => id)
    .filter((id) => !id.startsWith("org_"));
}

/** The same for documents in binary. Only what a statement inserts is read from them. */
function idsInDocuments(values: readonly unknown[]): string[] {
  return idsIn(values.filter((value) => Buffer.isBuffer(value)).map((value) => value.toString("latin1")));
}
