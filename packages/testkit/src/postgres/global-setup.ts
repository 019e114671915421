import { migrate } from "@counterfoil/storage";
import { serverAddress } from "./test-database.ts";
import { startTestServer } from "./test-server.ts";

/** Vitest's global setup of the project "database": one server per run, with its URL in the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
  process.env[serverAddress] = server.url;
  console.log(`Tests run on PostgreSQL ${server.version}`);
  return () => server.stop();
}
