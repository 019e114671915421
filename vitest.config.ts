import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/{engine,documents,testkit}/test/**/*.test.ts", "test/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "database",
          include: ["packages/{storage,service,http,worker,cli}/test/**/*.test.ts", "scenarios/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
