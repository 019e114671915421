import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const oldest = "15";
/** What runs on the oldest one again: statements by hand, locks, partitions and policies. The rest asks nothing special of it. */
const onOldest = [
  "packages/storage/",
  "packages/http/test/events/",
  "packages/http/test/organizations/row-level-security.test.ts",
];
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** None is named: the embedded one. */
const newest = { COUNTERFOIL_TEST_POSTGRES: "" };

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string[]} argumentList for vitest
 * @property {Record<string, string>} environment
 */

/**
 * What the arguments ask for: whether everything, with the checks and (on which PostgreSQL) the simulation, which runs of
 * vitest, and what the summary has to say of runs that cannot be.
 * @param {string[]} argumentList
 * @returns {{ runs: Run[], notes: string[], everything?: { simulationEnvironment: Record<string, string> } }}
 */
export function chooseRuns(argumentList) {
  if (argumentList.length > 0) {
    const server = process.env.COUNTERFOIL_TEST_POSTGRES;
    const name = `selected tests, on ${server === undefined ? "the embedded PostgreSQL" : `PostgreSQL ${server}`}`;
    return { runs: [{ name, argumentList, environment: {} }], notes: [] };
  }
  const runs = [
    {
      name: "tests without a database, which reach each line and branch of the engine",
      argumentList: ["--project", "unit", "--coverage"],
      // Of code that comes from the cache it is not known as precisely what was reached.
      environment: { NODE_DISABLE_COMPILE_CACHE: "1" },
    },
    {
      name: "all other tests, on the embedded PostgreSQL 18",
      argumentList: ["--project", "starting", "--project", "database", "--project", "stories"],
      environment: newest,
    },
    {
      name: "stories of each area once more, with Prism between them and the server",
      argumentList: ["--project", "judged"],
      environment: { ...newest, COUNTERFOIL_JUDGED: "all" },
    },
  ];
  const notes = [];
  runs.push({
    name: "e-invoices of every kind, by the official rules of EN 16931, Peppol and XRechnung",
    argumentList: ["--project", "outside"],
    environment: newest,
  });
  const absent = ["javac", "java", "mvn"].filter((program) => spawnSync(program, ["-version"]).error !== undefined);
  if (absent.length > 0) {
    notes.push(
      `Not run: the official rules of e-invoices, for ${absent.join(", ")} is not found here (apt-get install default-jdk-headless maven)`,
    );
  }
  if (process.env.COUNTERFOIL_CHROMIUM !== undefined || chromium.some((path) => existsSync(path))) {
    runs.push({
      name: "the pages in Chromium, on a platform that is started as a user starts it",
      argumentList: ["--project", "browser"],
      environment: newest,
    });
  } else notes.push("Not run: the pages in Chromium, which is not installed here (apt-get install chromium)");
  if (!existsSync(`/usr/lib/postgresql/${oldest}/bin/postgres`)) {
    return {
      runs,
      everything: { simulationEnvironment: newest },
      notes: [
        ...notes,
        `Not run on PostgreSQL ${oldest}: Debian's is not installed here (apt-get install postgresql-${oldest})`,
      ],
    };
  }
  runs.push({
    name: `database tests of what asks the most of it again, on PostgreSQL ${oldest}`,
    argumentList: ["--project", "database", "--project", "stories", ...onOldest],
    environment: { COUNTERFOIL_TEST_POSTGRES: oldest },
  });
  // The simulation does on the oldest one what the stories do on the newest.
  return { runs, everything: { simulationEnvironment: { COUNTERFOIL_TEST_POSTGRES: oldest } }, notes };
}
