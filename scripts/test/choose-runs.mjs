import { existsSync } from "node:fs";

const oldest = "15";

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string[]} argumentList for vitest
 * @property {Record<string, string>} environment
 */

/**
 * Whether to check, which runs of vitest the arguments ask for, and what the summary has to say of runs that cannot be.
 * @param {string[]} argumentList
 * @returns {{ checks: boolean, runs: Run[], notes: string[] }}
 */
export function chooseRuns(argumentList) {
  if (argumentList.length > 0) {
    const server = process.env.COUNTERFOIL_TEST_POSTGRES;
    const name = `selected tests, on ${server === undefined ? "the embedded PostgreSQL" : `PostgreSQL ${server}`}`;
    return { checks: false, runs: [{ name, argumentList, environment: {} }], notes: [] };
  }
  const runs = [
    {
      name: "tests without a database, which reach each line and branch of the engine",
      argumentList: ["--project", "unit", "--coverage"],
      environment: {},
    },
    {
      name: "all other tests, on the embedded PostgreSQL 18",
      argumentList: ["--project", "starting", "--project", "database"],
      environment: { COUNTERFOIL_TEST_POSTGRES: "" },
    },
  ];
  if (!existsSync(`/usr/lib/postgresql/${oldest}/bin/postgres`)) {
    return {
      checks: true,
      runs,
      notes: [`Not run on PostgreSQL ${oldest}: Debian's is not installed here (apt-get install postgresql-${oldest})`],
    };
  }
  runs.push({
    name: `database tests again, on PostgreSQL ${oldest}`,
    argumentList: ["--project", "database"],
    environment: { COUNTERFOIL_TEST_POSTGRES: oldest },
  });
  return { checks: true, runs, notes: [] };
}
