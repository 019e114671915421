import { applicationUrl, migrate, peopleUrl } from "@counterfoil/storage";
import { startPgBouncer } from "./pgbouncer.ts";
import { poolerAddress, serverAddress } from "./test-database.ts";
import { writeStatements } from "./statements.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** Set to `transaction` or `session` to run all tests through PgBouncer in this mode. */
const chosenPooler = "COUNTERFOIL_TEST_POOLER";

/** Names a file for the statements that the tests ran, with how often: `npm run bench -- distribution` reads it. */
const chosenStatements = "COUNTERFOIL_TEST_STATEMENTS";

async function stopWithStatements(server: TestServer, file: string): Promise<void> {
  try {
    await writeStatements(server.url, file);
  } finally {
    await server.stop();
  }
}

/** Vitest's global setup of the project "database": one server per run, with its URL in the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const statements = process.env[chosenStatements];
  const started = await startTestServer((ownerUrl) => migrate(ownerUrl), { keepsStatements: statements !== undefined });
  const server =
    statements === undefined ? started : { ...started, stop: () => stopWithStatements(started, statements) };
  process.env[serverAddress] = server.url;
  console.log(`Tests run on PostgreSQL ${server.version}`);
  const mode = process.env[chosenPooler];
  if (mode === undefined || mode === "") return () => server.stop();
  if (mode !== "transaction" && mode !== "session") {
    await server.stop();
    throw new Error(`${chosenPooler} is ${mode}; expected transaction or session`);
  }
  const bouncer = await startPgBouncer({
    mode,
    urls: [applicationUrl(server.url), peopleUrl(server.url)],
    everyDatabase: true,
    settings: ["ignore_startup_parameters = options", "server_round_robin = 1"],
  });
  process.env[poolerAddress] = bouncer.through(server.url);
  console.log(`through PgBouncer in ${mode} mode`);
  return async () => {
    await bouncer.stop();
    await server.stop();
  };
}
