/** How `npm run bench -- all` runs a benchmark. */
export interface Plan {
  readonly title: string;
  /** Arguments of the published form, and of the short one. */
  readonly full: readonly string[];
  readonly short: readonly string[];
  /** About how long both take on two cores. */
  readonly minutes: { readonly full: number; readonly short: number };
  /** What its results are compared with. */
  readonly comparison: string;
  /** Pictures that it draws itself, in the folder of the results. */
  readonly pictures?: readonly string[];
}

/** In the order in which they run. A benchmark that is missing here runs last, without arguments. */
export const PLANS: Readonly<Record<string, Plan>> = {
  engine: {
    title: "The engine alone",
    full: [],
    short: ["5000", "3"],
    minutes: { full: 1, short: 1 },
    comparison: "Its target. No database and no network.",
  },
  events: {
    title: "Usage events over HTTP",
    full: [],
    short: ["1", "20000"],
    minutes: { full: 12, short: 2 },
    comparison:
      "Raw COPY of the same events into the same columns and indexes, without validation, deduplication, totals and HTTP.",
  },
  usage: {
    title: "A month's usage of an account",
    full: ["5", "1"],
    short: ["1", "0.1"],
    minutes: { full: 6, short: 2 },
    comparison: "Its target, and the same reads with other numbers of stored events: `npm run bench -- usage 5 1 100`.",
  },
  entitlements: {
    title: "Entitlement checks",
    full: [],
    short: ["1", "1"],
    minutes: { full: 6, short: 2 },
    comparison: "Its target.",
  },
  credit: {
    title: "Credit checks and holds",
    full: [],
    short: ["1", "1", "20000"],
    minutes: { full: 8, short: 2 },
    comparison: "Their targets, and entitlement checks by the same client.",
  },
  calls: {
    title: "Single calls",
    full: [],
    short: ["1", "16", "200"],
    minutes: { full: 8, short: 2 },
    comparison:
      "Their targets, and one connection. `docs/performance-kill-bill.md` has another system on the same work.",
  },
  start: {
    title: "Start, idle CPU and memory",
    full: [],
    short: ["1", "10", "5"],
    minutes: { full: 14, short: 4 },
    comparison: "Their targets.",
  },
  reads: {
    title: "Single reads",
    full: [],
    short: ["1", "1"],
    minutes: { full: 2, short: 1 },
    comparison: "Its target.",
  },
  billing: {
    title: "Billing",
    full: ["20000", "1", "5"],
    short: ["1000", "0.05"],
    minutes: { full: 12, short: 2 },
    comparison: "Its target, and the same run with more stored events.",
  },
  verify: {
    title: "Verifying the books",
    full: ["10000", "0.3"],
    short: ["500", "0.02"],
    minutes: { full: 5, short: 1 },
    comparison: "Billing, which it should equal.",
  },
  load: {
    title: "A day of mixed load",
    full: ["10", "3000"],
    short: ["0.5", "1000"],
    minutes: { full: 12, short: 2 },
    comparison: "Nothing: it must lose nothing, and recover from a flood.",
    pictures: ["load.svg"],
  },
  overload: {
    title: "Overload",
    full: [],
    short: ["3", "3"],
    minutes: { full: 3, short: 1 },
    comparison: "The capacity that it measures first.",
  },
  processes: {
    title: "Several processes on one PostgreSQL",
    full: [],
    short: ["1", "5000", "200"],
    minutes: { full: 30, short: 4 },
    comparison: "One process of the API with one worker.",
    pictures: ["processes.svg"],
  },
  machine: {
    title: "Memory and CPU of one machine",
    full: [],
    short: ["5"],
    minutes: { full: 4, short: 1 },
    comparison: "The idle server.",
  },
  documents: {
    title: "Documents",
    full: [],
    short: [],
    minutes: { full: 5, short: 5 },
    comparison: "Its target.",
  },
  "e-invoices": {
    title: "E-invoices",
    full: [],
    short: [],
    minutes: { full: 1, short: 1 },
    comparison: "The same documents without XML.",
  },
  pages: {
    title: "The dashboard",
    full: [],
    short: ["5000", "1"],
    minutes: { full: 10, short: 4 },
    comparison: "A fast and a slow connection and device.",
  },
  copying: {
    title: "Usage events while they are copied to ClickHouse",
    full: [],
    short: ["1", "10000"],
    minutes: { full: 6, short: 1 },
    comparison: "The same turns without copying.",
  },
  history: {
    title: "The history in ClickHouse",
    full: [],
    short: ["50000"],
    minutes: { full: 4, short: 2 },
    comparison: "PostgreSQL with the same events.",
  },
  "old-ids": {
    title: "IDs of dropped months",
    full: ["2000000", "12", "5"],
    short: ["200000", "3", "2"],
    minutes: { full: 8, short: 2 },
    comparison: "An organization without old IDs.",
  },
  migrations: {
    title: "Migrations",
    full: [],
    short: ["0.1"],
    minutes: { full: 2, short: 1 },
    comparison: "Nothing: it feeds the estimates of upgrades.",
  },
  restore: {
    title: "Backup and restore",
    full: [],
    short: ["50", "20"],
    minutes: { full: 4, short: 2 },
    comparison: "Restores with the archive and with the backup alone.",
  },
  "kill-bill": {
    title: "Kill Bill on the same work",
    full: ["400", "4"],
    short: ["40", "1"],
    minutes: { full: 8, short: 4 },
    comparison: "Kill Bill's server on its own PostgreSQL with the same settings (`docs/performance-kill-bill.md`).",
    pictures: ["kill-bill-light.svg"],
  },
};

/**
 * Not measurements of this checkout alone: this one, a comparison with another checkout, reports on the schema that run tests, and
 * profiles, which slow down what they show.
 */
export const NOT_RUN: readonly string[] = ["all", "compare-events", "distribution", "indexes", "profile"];
