import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, mostly because they start processes. They run first. */
const LONG =
  /\/test\/package\/|\/simulation\/|\/cli\/test\/(start|backup|operation|events)\/|\/worker\/test\/|\/killed-|\/(every-list|oracle|concurrent)\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** No module keeps state (a house rule), so files can share a process. Importing the same modules again would take most of the time. */
const together = { isolate: false };

const onPostgres = {
  globalSetup: ["packages/testkit/src/postgres/global-setup.ts"],
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // What a worker does at once takes seconds on a busy machine.
  expect: { poll: { timeout: 20_000 } },
};

/** Of service's tests, those that need a database. All others hold a decision without one, and belong to `unit`. */
const serviceOnPostgres = [
  "packages/service/test/usage/{earlier-readings,folding,rebuilding,two-databases}.test.ts",
  "packages/service/test/events/store-events.test.ts",
  "packages/service/test/outbox/work-outbox.test.ts",
];

/** Kills, fail-overs, restores and seeds that take minutes. They run on request, and every night. */
const proofs = [
  "simulation/{failover,found-seeds,holds,mixed}.test.ts",
  "packages/cli/test/backup/backup.test.ts",
  "packages/cli/test/events/import-kill.test.ts",
  "packages/worker/test/kafka/{killed-consumers,secured-brokers}.test.ts",
];

/** These read events from both stores if the run has a ClickHouse. */
const history = [
  "test/history/**/*.test.ts",
  "packages/storage/test/usage/usage-store.test.ts",
  "packages/http/test/events/{corrections,costs,tail,unreadable-values,walk}.test.ts",
  "scenarios/{aggregations,explained-lines,late-usage,margin,metric-filters,usage,usage-alerts,verified-books}.test.ts",
];

/** Leaves work behind on which its worker fails. */
const apart = ["scenarios/{usage-alert-workers,unpriced-families}.test.ts"];

/**
 * Repeats stories of each area with Prism between them and the server (packages/testkit/src/judge), if COUNTERFOIL_JUDGED
 * is set. `all` runs all of them, and fails if too little was judged; another value runs the named ones.
 */
const judged = {
  test: {
    name: "judged",
    include: [
      "packages/testkit/test/judge/**/*.test.ts",
      "packages/http/test/conformance/{resources,every-fault}.test.ts",
      "packages/http/test/invoices/{transitions,recorded-payments}.test.ts",
      "packages/http/test/people/people.test.ts",
      "packages/http/test/quotes/templates.test.ts",
      "packages/http/test/tax/tax-rates.test.ts",
      "packages/http/test/usage-alerts/usage-alerts.test.ts",
      "packages/http/test/webhooks/webhook-endpoints.test.ts",
      "scenarios/{credit-grants,credit-notes,entitlements,insights,journal,pauses,quotes}.test.ts",
    ],
    globalSetup: ["packages/testkit/src/judge/global-setup.ts"],
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
};

/**
 * All stories with a recorder in front of the server, if COUNTERFOIL_EXAMPLES is set. Recorded requests and responses
 * become the examples of openapi.json.
 */
const examples = {
  test: {
    name: "examples",
    include: [...serviceOnPostgres, "packages/{http,sdk,worker}/test/**/*.test.ts", "scenarios/**/*.test.ts"],
    exclude: apart,
    globalSetup: ["packages/testkit/src/examples/global-setup.ts"],
    isolate: false,
    provide: { filesShareProcess: true },
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
};

export default defineConfig({
  test: {
    // A test file waits for PostgreSQL about half of its time, so one more than there are cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: "v8",
      // The engine decides about money, and programs read e-invoices, so their tests must cover all of both. `npm test`
      // fails otherwise.
      include: ["packages/{engine,einvoice}/src/**/*.ts"],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
      reporter: [["text", { skipFull: true }], "html"],
    },
    projects: [
      ...(process.env["COUNTERFOIL_JUDGED"] === undefined ? [] : [judged]),
      ...(process.env["COUNTERFOIL_EXAMPLES"] === undefined ? [] : [examples]),
      {
        test: {
          ...together,
          name: "house-rules",
          include: ["test/house-rules/**/*.test.ts"],
          // They read the whole source, in addition to all other checks.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...together,
          name: "covered",
          include: ["packages/{engine,einvoice}/test/**/*.test.ts"],
          // Properties take seconds, and several times that while coverage is measured on a busy machine.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          ...together,
          name: "unit",
          include: ["packages/{documents,dashboard,service}/test/**/*.test.ts"],
          exclude: ["packages/dashboard/test/browser/**", ...serviceOnPostgres],
          testTimeout: 240_000,
        },
      },
      {
        // How the repository and its server start: starts processes and kills them.
        test: {
          name: "starting",
          include: ["packages/storage/test/embedded/**/*.test.ts", "test/{bench,bootstrap,package}/**/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The built documentation site, and the commands of its pages on a platform started as a user starts it.
        test: {
          name: "site",
          include: ["packages/site/test/**/*.test.ts"],
          globalSetup: ["packages/site/test/support/global-setup.ts"],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The pages in Debian's Chromium, on a platform started as a user starts it.
        test: {
          ...onPostgres,
          name: "browser",
          include: ["packages/dashboard/test/browser/**/*.test.ts"],
          exclude: ["packages/dashboard/test/browser/every-*.test.ts"],
          globalSetup: [
            onPostgres.globalSetup,
            "packages/site/test/support/global-setup.ts",
            "packages/dashboard/test/browser/support/global-setup.ts",
          ].flat(),
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Each page, and what opens on it, in each theme and width: by axe, by movement and by focus. It takes minutes, so it
        // runs only on request.
        test: {
          name: "pages",
          include: ["packages/dashboard/test/browser/every-*.test.ts"],
          globalSetup: [
            "packages/site/test/support/global-setup.ts",
            "packages/dashboard/test/browser/support/global-setup.ts",
          ],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      // One PostgreSQL for the run: see packages/testkit/src/postgres.
      {
        // Stories over HTTP. Their files share a process and its platform, because starting one takes longer than most
        // stories. Each has its own organizations.
        test: {
          ...onPostgres,
          name: "stories",
          include: [...serviceOnPostgres, "packages/{http,sdk,worker}/test/**/*.test.ts", "scenarios/**/*.test.ts"],
          exclude: [...apart, ...proofs],
          isolate: false,
          provide: { filesShareProcess: true },
        },
      },
      {
        // Independent checks. Those that need other programs run where these are installed.
        test: {
          ...onPostgres,
          name: "outside",
          include: ["test/outside-judges/**/*.test.ts"],
          hookTimeout: 300_000,
          isolate: false,
          provide: { filesShareProcess: true },
        },
      },
      {
        // Tests that inspect the whole database, start processes or kill them: one database per file.
        test: {
          ...onPostgres,
          name: "database",
          include: ["packages/{storage,cli,testkit}/test/**/*.test.ts", "simulation/**/*.test.ts", ...apart],
          exclude: ["packages/storage/test/embedded/**", "packages/testkit/test/judge/**", ...proofs],
        },
      },
      // The history of events in ClickHouse: its own tests, and tests of all that reads events, while each event is copied.
      // It needs half a gigabyte of npm packages, so it runs on request.
      {
        test: {
          ...onPostgres,
          name: "history",
          include: history,
          globalSetup: [onPostgres.globalSetup, "packages/testkit/src/clickhouse/global-setup.ts"].flat(),
          isolate: false,
          provide: { filesShareProcess: true },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "proofs",
          include: proofs,
        },
      },
    ],
  },
});
