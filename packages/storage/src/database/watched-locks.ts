import { LOCK_ORDER } from "./lock-order.ts";
import { locksOf, type StatementLock } from "./locks-of.ts";

/** What watches the locks of one transaction. */
export interface WatchedLocks {
  /** Throws where the statement would take a lock of an earlier level than one that is held, and wait for it. */
  beforeStatement(text: string, values: readonly unknown[] | undefined): void;
  afterStatement(text: string, rows: readonly Record<string, unknown>[]): void;
}

/** A transaction that locks against the order, and could wait in a circle with another. A fault of the code, found by a test. */
class LockOrderViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LockOrderViolation";
  }
}

let isWatching = false;
const violations: string[] = [];

/** Has every transaction of this process watched from now on. For tests: it reads the text of each statement. */
export function watchLockOrder(): void {
  isWatching = true;
}

/** What was found since the last time, also where somebody caught the error. */
export function takeLockOrderViolations(): string[] {
  return violations.splice(0);
}

/** Null where nobody watches: then a transaction costs nothing more. */
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

/** Levels held, with the ids that their rows were locked by; and rows that the transaction made itself. */
interface Held {
  readonly levels: Map<number, Set<string>>;
}

/** How ids of these rows begin: what else a statement names is written into them, and not locked. */
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

/** @param report is told of each violation besides: a savepoint may swallow the error. */
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
    // Rows that are locked already, or that this transaction made, are nobody else's to hold.
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
      // Its invoice is locked as well, and may be written from here on.
      if (what === "invoice of subscription") keep(places.get("invoice")?.level ?? level, ids);
    }
  }

  return {
    beforeStatement(text, values = []) {
      if (text.startsWith("savepoint ")) savepoints.push(copyOf(held));
      else if (text.startsWith("release savepoint ")) savepoints.pop();
      // What was locked since the savepoint is free again; the savepoint stays.
      else if (text.startsWith("rollback to savepoint ")) held = copyOf(savepoints.at(-1) ?? held);
      const ids = idsIn(values);
      const locks = locksOf(text);
      // A statement may lock what guards the rows that it writes besides.
      const own = new Set(
        locks.flatMap(({ what }) => {
          const place = places.get(what);
          return place === undefined || place.isGuarded ? [] : [place.level];
        }),
      );
      for (const lock of locks) check(text, lock, ids, own);
      if (/\binsert into\b/i.test(text)) for (const id of ids) made.add(id);
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

/** The ids of rows in what a statement was given or answered; the organization's says nothing of a row. */
function idsIn(values: readonly unknown[]): string[] {
  return values
    .flatMap((value) => [...(typeof value === "string" ? value : (JSON.stringify(value) ?? "")).matchAll(ID)])
    .map(([id]) => id)
    .filter((id) => !id.startsWith("org_"));
}
