import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const oldest = "15";
/**
 * These also run on the oldest supported PostgreSQL: handwritten statements, locks, partitions and policies. Tests that start
 * servers themselves would run the same ones twice.
 */
const onOldest = [
  ...["conflicts", "fair-share", "lock-order", "lookup-connection", "remember-reads", "transaction", "unnested"].map(
    (name) => `packages/storage/test/database/${name}.test.ts`,
  ),
  ...["dropped-months", "outbox", "releases", "upgrade", "usage"].map((area) => `packages/storage/test/${area}/`),
  "packages/http/test/events/",
  "packages/http/test/organizations/row-level-security.test.ts",
];
/** These also run through PgBouncer: row-level security, concurrent requests, jobs of the worker, notifications and sign-in. */
const throughPgBouncer = [
  "packages/http/test/organizations/row-level-security.test.ts",
  "packages/http/test/people/people.test.ts",
  "packages/http/test/requests/twins.test.ts",
  "packages/worker/test/webhooks/order.test.ts",
  "scenarios/credit-grants.test.ts",
];
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** An empty name means the embedded server. */
const newest = { COUNTERFOIL_TEST_POSTGRES: "" };

/**
 * A part of `npm test` that is one process.
 * @typedef {object} Shard
 * @property {string} name as `--shard` takes it
 * @property {string} title
 * @property {"vitest" | "script"} kind
 * @property {string[]} argumentList for vitest, or a script of ours and its arguments
 * @property {Record<string, string>} environment
 */

/**
 * Chooses what to run. Without arguments that is every shard this machine can run, and `notes` say which it cannot. `selected` has
 * vitest's arguments where the caller chose tests.
 * @param {string[]} argumentList
 * @returns {{ shards: Shard[], notes: string[], selected?: string[] }}
 */
export function chooseShards(argumentList) {
  const [option, name] = argumentList;
  if (argumentList.length > 0 && option !== "--shard") return { shards: [], notes: [], selected: argumentList };
  const { shards, notes } = allShards();
  if (option === undefined) return { shards, notes };
  const known = [...shards, judged, proofs, pages, history];
  const chosen = known.filter((shard) => shard.name === name);
  if (chosen.length > 0) return { shards: chosen, notes: [] };
  const names = known.map((shard) => shard.name).join(", ");
  console.error([`There is no shard ${name ?? ""} on this machine. Choose one of: ${names}`, ...notes].join("\n"));
  process.exit(2);
}

/** All shards in the order in which they start, the fastest first. */
function allShards() {
  const shards = [checks, covered, unit];
  const notes = [];
  const hasOldest = existsSync(`/usr/lib/postgresql/${oldest}/bin/postgres`);
  if (hasOldest) shards.push(oldestPostgres);
  else notes.push(`Not run on PostgreSQL ${oldest}, which is not installed (apt-get install postgresql-${oldest})`);
  // Stories run on the newest PostgreSQL, so the simulation uses the oldest.
  shards.push({ ...simulation, environment: hasOldest ? { COUNTERFOIL_TEST_POSTGRES: oldest } : newest }, outside);
  if (existsSync("/usr/sbin/pgbouncer")) shards.push(pooled);
  else notes.push("Not run through PgBouncer, which is not installed (apt-get install pgbouncer)");
  if (!existsSync(`/usr/lib/postgresql/${oldest}/bin/pg_basebackup`)) {
    notes.push(`Not run: fail-overs to a standby, which need Debian's servers (apt-get install postgresql-${oldest})`);
  }
  const absent = ["javac", "java", "mvn"].filter((program) => spawnSync(program, ["-version"]).error !== undefined);
  if (absent.length > 0) {
    notes.push(
      `Not run: the official rules of e-invoices, which need ${absent.join(", ")} (apt-get install default-jdk-headless maven)`,
    );
  }
  if (process.env.COUNTERFOIL_CHROMIUM !== undefined || chromium.some((path) => existsSync(path))) shards.push(browser);
  else notes.push("Not run: the pages in Chromium, which is not installed (apt-get install chromium)");
  return { shards: [...shards, stories, database], notes };
}

/** @type {Shard} */
const checks = {
  name: "checks",
  title: "format, types, lint, dead code and house rules",
  kind: "script",
  argumentList: ["scripts/check.mjs"],
  environment: {},
};

/** @type {Shard} */
const covered = {
  name: "covered",
  title: "tests of the engine and of e-invoices, which cover every line and branch",
  kind: "vitest",
  argumentList: ["--project", "covered", "--coverage"],
  // Coverage of code from the compile cache is less precise.
  environment: { NODE_DISABLE_COMPILE_CACHE: "1" },
};

/** @type {Shard} */
const unit = {
  name: "unit",
  title: "all other tests without a database",
  kind: "vitest",
  argumentList: ["--project", "unit"],
  environment: {},
};

/** @type {Shard} */
const oldestPostgres = {
  name: "oldest",
  title: `the database tests that depend on the server most, on PostgreSQL ${oldest}`,
  kind: "vitest",
  argumentList: ["--project", "database", "--project", "stories", ...onOldest],
  environment: { COUNTERFOIL_TEST_POSTGRES: oldest },
};

/** @type {Shard} */
const pooled = {
  name: "pooled",
  title: "stories through PgBouncer in transaction mode",
  kind: "vitest",
  argumentList: ["--project", "stories", ...throughPgBouncer],
  environment: { ...newest, COUNTERFOIL_TEST_POOLER: "transaction" },
};

const simulation = {
  name: "simulation",
  title: "random organizations that live through years of changes and killed processes, audited to the cent",
  kind: /** @type {const} */ ("script"),
  argumentList: ["simulation/simulate.ts", "--runs", "8"],
};

/** @type {Shard} */
const outside = {
  name: "outside",
  title: "e-invoices by the official rules of EN 16931, Peppol and XRechnung, MCP by its judges, and the SDK examples",
  kind: "vitest",
  argumentList: ["--project", "outside"],
  environment: newest,
};

/**
 * On request, and every night: it repeats stories that already ran.
 * @type {Shard}
 */
const judged = {
  name: "judged",
  title: "stories of each area with Prism between them and the server",
  kind: "vitest",
  argumentList: ["--project", "judged"],
  environment: { ...newest, COUNTERFOIL_JUDGED: "all" },
};

/** @type {Shard} */
const browser = {
  name: "browser",
  title: "the pages in Chromium, on a platform started the way a user starts it",
  kind: "vitest",
  argumentList: ["--project", "browser"],
  environment: newest,
};

/**
 * On request, and every night (.github/workflows/nightly.yml).
 * @type {Shard}
 */
const proofs = {
  name: "proofs",
  title: "kills, restores, and seeds that once failed, on the embedded PostgreSQL 18",
  kind: "vitest",
  argumentList: ["--project", "proofs"],
  environment: newest,
};

/**
 * On request, and every night.
 * @type {Shard}
 */
const pages = {
  name: "pages",
  title: "every page in both themes and at every width, for every role",
  kind: "vitest",
  argumentList: ["--project", "pages"],
  environment: newest,
};

/**
 * On request: installs half a gigabyte of npm packages when it first runs.
 * @type {Shard}
 */
const history = {
  name: "history",
  title: "the history of events in ClickHouse, and tests of what reads events from both stores",
  kind: "vitest",
  argumentList: ["--project", "history"],
  environment: newest,
};

/** @type {Shard} */
const stories = {
  name: "stories",
  title: "stories through the interface, on the embedded PostgreSQL 18",
  kind: "vitest",
  argumentList: ["--project", "stories"],
  environment: newest,
};

/** @type {Shard} */
const database = {
  name: "database",
  title: "tests of the database, of commands, of starting and of the documentation, on the embedded PostgreSQL 18",
  kind: "vitest",
  argumentList: ["--project", "starting", "--project", "site", "--project", "database"],
  environment: newest,
};
