import type { LockMode, PlannedLock, PlannedMigration, StatementCost, Upgrade } from "@counterfoil/storage";

/** Who waits for a table while a lock of each mode is held. */
export const WAITING: Readonly<Record<LockMode, string>> = {
  "ROW EXCLUSIVE": "writes of the same rows wait",
  "SHARE UPDATE EXCLUSIVE": "nothing waits",
  SHARE: "writes wait",
  "SHARE ROW EXCLUSIVE": "writes wait",
  "ACCESS EXCLUSIVE": "reads and writes wait",
};

const WORK: Readonly<Record<StatementCost, string>> = {
  catalog: "changes the catalog",
  scan: "reads all rows",
  index: "builds an index",
  rows: "updates rows",
  rewrite: "rewrites the table",
};

/** The report of `migrate --check`, for people. */
export function showUpgrade({ pending }: Upgrade, server: string): string {
  if (pending.length === 0) return `${server} is up to date: no migration is pending.`;
  const isNew = pending.every(({ locks }) => locks.length === 0);
  const total = pending.reduce((sum, { seconds }) => sum + seconds, 0);
  const unknown = pending.some((migration) => migration.unknown.length > 0);
  return [
    `${pending.length} migrations are pending in ${server}.`,
    "",
    ...pending.flatMap(showMigration),
    "",
    `Estimated time: ${secondsText(total)}${unknown ? ", without the statements that could not be estimated" : ""}.`,
    ...(isNew ? [] : [NOTES]),
  ].join("\n");
}

const NOTES = [
  "Each migration is one transaction, and holds its locks until its end. A lock first waits for running transactions,",
  "and later statements wait behind it. A cold disk or a busy server takes several times longer. Nothing was changed.",
].join("\n");

function showMigration({ file, seconds, locks, unknown }: PlannedMigration): string[] {
  const rows = locks.map(lockColumns);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    `${file}: ${secondsText(seconds)}${locks.length === 0 && unknown.length === 0 ? ", locks no existing table" : ""}`,
    ...rows.map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd()),
    ...unknown.map((statement) => `  Cannot be estimated, and may lock anything: ${statement.slice(0, 120)}`),
  ];
}

function lockColumns({ table, mode, work, rows, bytes, seconds }: PlannedLock): string[] {
  const size = `${rows === null ? "" : `${Math.round(rows).toLocaleString("en-US")} rows, `}${bytesText(bytes)}`;
  return [table, mode, `${WAITING[mode]} ${secondsText(seconds)}`, WORK[work], size];
}

function secondsText(seconds: number): string {
  if (seconds < 1) return "under 1 s";
  return seconds < 120 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
}

function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? "under 1 MB" : `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`;
}
