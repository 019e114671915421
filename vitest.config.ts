import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A test file waits for PostgreSQL about half of its time: with one more than there are cores, they are all at work.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: "v8",
      // The engine decides about money, and electronic invoices are read by machines, so their tests reach all of both; `npm test`
      // fails where they do not.
      include: ["packages/{engine,einvoice}/src/**/*.ts"],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
      reporter: [["text", { skipFull: true }], "html"],
    },
    projects: [
      {
        test: {
          name: "house-rules",
          include: ["test/house-rules/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "unit",
          include: ["packages/{engine,documents,einvoice,dashboard}/test/**/*.test.ts"],
          // Properties take seconds, and several times that while coverage is measured on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        // How the repository and its server start: starts processes of its own, and kills them.
        test: {
          name: "starting",
          include: ["packages/storage/test/embedded/**/*.test.ts", "test/bootstrap/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // One PostgreSQL for the run, one database for each file: see packages/testkit/src/postgres.
        test: {
          name: "database",
          include: [
            "packages/{storage,service,http,sdk,worker,cli,testkit}/test/**/*.test.ts",
            "scenarios/**/*.test.ts",
            "simulation/**/*.test.ts",
          ],
          exclude: ["packages/storage/test/embedded/**"],
          globalSetup: ["packages/testkit/src/postgres/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
