import {
  onRelation,
  relationName,
  type LockMode,
  type StatementCost,
  type StatementEffect,
} from "./statement-effect.ts";

/** Functions, and types with a length, that PostgreSQL evaluates once for all rows: such a default needs no rewrite. */
const STABLE = /^(?:now|transaction_timestamp|numeric|varchar|char|timestamptz?)$/;

/** Actions other than `add`, with the lock and what PostgreSQL does to the rows. */
const actions: readonly (readonly [RegExp, LockMode, StatementCost])[] = [
  [/^alter (?:column )?[\w"]+ (?:set|drop) default\b/, "ACCESS EXCLUSIVE", "catalog"],
  [/^alter (?:column )?[\w"]+ drop not null\b/, "ACCESS EXCLUSIVE", "catalog"],
  [/^alter (?:column )?[\w"]+ set storage\b/, "ACCESS EXCLUSIVE", "catalog"],
  [/^alter (?:column )?[\w"]+ set statistics\b/, "SHARE UPDATE EXCLUSIVE", "catalog"],
  [/^alter (?:column )?[\w"]+ set not null\b/, "ACCESS EXCLUSIVE", "scan"],
  [/^validate constraint\b/, "SHARE UPDATE EXCLUSIVE", "scan"],
  [/^(?:enable|disable|force|no force) row level security$/, "ACCESS EXCLUSIVE", "catalog"],
  [/^(?:enable|disable) (?:always |replica )?trigger\b/, "SHARE ROW EXCLUSIVE", "catalog"],
  [/^(?:set|reset) \((?:fillfactor|autovacuum_\w+|toast\.autovacuum_\w+)\b/, "SHARE UPDATE EXCLUSIVE", "catalog"],
  [/^rename\b/, "ACCESS EXCLUSIVE", "catalog"],
  [/^owner to\b/, "ACCESS EXCLUSIVE", "catalog"],
];

/** The locks of one action of `alter table`; undefined if the action is unknown. */
export function alterTableEffects(table: string, action: string): StatementEffect[] | undefined {
  const words = action.toLowerCase();
  const constraint = /^drop constraint (?:if exists )?([\w"]+)$/.exec(words)?.[1];
  if (constraint !== undefined) return withReferenced(table, "referenced by constraint", constraint);
  // Another collation of a text: its indexes are built again, and no row is written.
  const recollated = /^alter (?:column )?([\w"]+) (?:set data )?type text collate\b/.exec(words)?.[1];
  if (recollated !== undefined) return withReferenced(table, "referenced by column", recollated, ["scan", "catalog"]);
  const retyped = /^alter (?:column )?([\w"]+) (?:set data )?type\b/.exec(words)?.[1];
  if (retyped !== undefined) return withReferenced(table, "referenced by column", retyped, ["rewrite", "scan"]);
  const column = /^drop (?:column )?(?:if exists )?(?!constraint\b)([\w"]+)$/.exec(words)?.[1];
  if (column !== undefined) return withReferenced(table, "referenced by column", column);
  if (/^add (?:constraint|check|foreign key|primary key|unique|exclude)\b/.test(words)) {
    return addConstraint(table, words.replace(/^add (?:constraint [\w"]+ )?/, ""));
  }
  if (/^add (?:column )?(?:if not exists )?[\w"]+ /.test(words)) return addColumn(table, words);
  const found = actions.find(([pattern]) => pattern.test(words));
  return found === undefined ? undefined : [onRelation(table, found[1], found[2])];
}

/** A foreign key that goes or changes also locks the table that it refers to. */
function withReferenced(
  table: string,
  kind: "referenced by constraint" | "referenced by column",
  name: string,
  [own, referenced]: readonly [StatementCost, StatementCost] = ["catalog", "catalog"],
): StatementEffect[] {
  const target = { kind, table: relationName(table), name: relationName(name) };
  return [onRelation(table, "ACCESS EXCLUSIVE", own), { target, mode: "ACCESS EXCLUSIVE", cost: referenced }];
}

function addConstraint(table: string, definition: string): StatementEffect[] | undefined {
  const cost: StatementCost = /\bnot valid$/.test(definition) ? "catalog" : "scan";
  if (definition.startsWith("foreign key")) {
    return [table, ...referencedTables(definition)].map((name) => onRelation(name, "SHARE ROW EXCLUSIVE", cost));
  }
  if (definition.startsWith("check")) return [onRelation(table, "ACCESS EXCLUSIVE", cost)];
  if (/\busing index\b/.test(definition)) return undefined;
  return [onRelation(table, "ACCESS EXCLUSIVE", "index")];
}

function addColumn(table: string, definition: string): StatementEffect[] {
  const references = referencedTables(definition).map((name) => onRelation(name, "SHARE ROW EXCLUSIVE"));
  return [onRelation(table, "ACCESS EXCLUSIVE", costOfColumn(definition)), ...references];
}

function costOfColumn(definition: string): StatementCost {
  if (/\bgenerated always as\b.*\bstored\b|\bgenerated .* as identity\b|\b(?:big|small)?serial\b/.test(definition)) {
    return "rewrite";
  }
  const initial = /\bdefault (.*?)(?: check | not null| references |$)/.exec(definition)?.[1] ?? "";
  if (isVolatile(initial)) return "rewrite";
  if (/\b(?:primary key|unique)\b/.test(definition)) return "index";
  // A foreign key on a column without values needs no look at the rows; a check does.
  return /\bcheck \(/.test(definition) || (initial !== "" && /\breferences\b/.test(definition)) ? "scan" : "catalog";
}

function isVolatile(expression: string): boolean {
  const calls = [...expression.replace(/'[^']*'/g, "").matchAll(/\b([a-z_][a-z_0-9]*) ?\(/g)];
  return calls.some(([, name = ""]) => !STABLE.test(name));
}

/** The tables behind `references` in the definition of a table, a column or a constraint. */
export function referencedTables(definition: string): string[] {
  return [...definition.matchAll(/\breferences ([\w".]+)/gi)].map(([, name = ""]) => relationName(name));
}
