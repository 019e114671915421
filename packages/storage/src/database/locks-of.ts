import { remembered } from "@counterfoil/engine";

/** Rows or an advisory lock that a statement takes until its transaction ends. */
export interface StatementLock {
  /** The table, or the name of the advisory lock. */
  readonly what: string;
  /** False if it takes only what no other transaction holds. */
  readonly waits: boolean;
  /** False if it releases the lock at once. */
  readonly isKept: boolean;
}

/** Functions of the migrations that take an advisory lock or write existing rows. */
const FUNCTIONS: readonly (Omit<StatementLock, "waits"> & { readonly call: RegExp })[] = [
  { call: /\b(?:start|begin)_usage_batch\s*\(/, what: "usage sequence", isKept: true },
  { call: /\bcurrent_usage_sequence\s*\(/, what: "usage sequence", isKept: false },
  { call: /\bhold_usage_batches\s*\(/, what: "usage sequence", isKept: true },
  { call: /\bhold_usage_totals\s*\(/, what: "usage totals", isKept: true },
  { call: /\berase_signers\s*\(/, what: "quote_signature", isKept: true },
  { call: /\berase_stream_names\s*\(/, what: "usage_stream", isKept: true },
  { call: /\berase_from_notifications\s*\(/, what: "notification", isKept: true },
  { call: /\berase_from_audit\s*\(/, what: "audit_entry", isKept: true },
];

/** Advisory locks taken directly by statements: the words before the organization in the hashed text, or the number. */
const ADVISORY = /\bhashtextextended\([^']*'\s*([a-z ]+?)\s*'|\bpg_try_advisory_xact_lock\((4275105)\b/g;
const NAMES: Readonly<Record<string, string>> = { "4275105": "audit seals" };

/**
 * The locks of a statement, read from its text: rows that it selects for update, changes or deletes, existing rows that
 * an insert may hit (`on conflict`), and advisory locks. Rows that it inserts do not count, because no other
 * transaction can wait for them.
 */
export const locksOf: (text: string) => readonly StatementLock[] = remembered(readLocks);

/** Marks a statement that locks or changes invoices of a subscription that the transaction has locked. */
const GUARDED_INVOICES = "-- guarded by the subscription";

function readLocks(text: string): StatementLock[] {
  const invoice = text.includes(GUARDED_INVOICES) ? "invoice of subscription" : "invoice";
  const sql = text
    .replace(/--[^\n]*/g, " ")
    .replace(/"/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  const skips = sql.includes("skip locked");
  const locks: StatementLock[] = [];
  const add = (what: string, waits: boolean, isKept = true) =>
    locks.push({ what: what === "invoice" ? invoice : what, waits, isKept });
  for (const match of sql.matchAll(/\bfor (?:no key )?(?:update|share)\b(?: of (\w+))?( skip locked)?/g)) {
    add(lockedTable(sql, match.index, match[1]), match[2] === undefined);
  }
  for (const match of sql.matchAll(/(?<!for |key |do )\bupdate (?:only )?(\w+)/g)) add(match[1] ?? "", !skips);
  for (const match of sql.matchAll(/\bdelete from (\w+)/g)) add(match[1] ?? "", !skips);
  for (const match of sql.matchAll(/\binsert into (\w+)((?:(?!\binsert into\b).)*?)\bon conflict\b/g)) {
    add(match[1] ?? "", true);
  }
  for (const { call, what, isKept } of FUNCTIONS) if (call.test(sql)) add(what, true, isKept);
  const tries = sql.includes("pg_try_advisory_xact_lock");
  for (const [, words, number] of sql.matchAll(ADVISORY)) add(words ?? NAMES[number ?? ""] ?? "", !tries);
  return locks;
}

/**
 * The table of the `for update` at this position: the table of the alias, or the first one after `from` in the same
 * parentheses.
 */
function lockedTable(sql: string, place: number, alias: string | undefined): string {
  const around = enclosing(sql, place);
  if (alias !== undefined) {
    const match = new RegExp(`\\b(?:from|join) (\\w+)(?: as)? ${alias}\\b`).exec(around);
    return match?.[1] ?? alias;
  }
  return [...around.matchAll(/\bfrom (\w+)/g)].at(-1)?.[1] ?? "";
}

/** The text before the position within the same parentheses, without nested parentheses. */
function enclosing(sql: string, place: number): string {
  let depth = 0;
  let text = "";
  for (let at = place - 1; at >= 0; at -= 1) {
    const letter = sql[at];
    if (letter === ")") depth += 1;
    if (letter === "(") depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && letter !== ")") text = letter + text;
  }
  return text;
}
