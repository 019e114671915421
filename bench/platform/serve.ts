import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "../../packages/documents/src/index.ts";
import { createServer } from "../../packages/http/src/index.ts";
import {
  createIds,
  createOrganization,
  createSecrets,
  openServices,
  systemClock,
} from "../../packages/service/src/index.ts";
import { openDatabase } from "../../packages/storage/src/index.ts";
import { startWorker } from "../../packages/worker/src/index.ts";

/**
 * The platform of a benchmark: API and worker in a separate process, as `counterfoil serve` runs them. `BENCH_ROLE` is "api"
 * without the worker, and "another" for one more process of the API of a platform that runs already.
 */
const role = process.env["BENCH_ROLE"] ?? "serve";
const database = openDatabase(process.env["APP_URL"] ?? "");
const documents = createDocumentRenderer();
const ids = createIds(systemClock);
const services = openServices(database);
const ports = { database, ...services, clock: systemClock, ids, documents, secrets: createSecrets([]) };
const server = await createServer(ports);
const founded = role === "another" ? undefined : await found();
const worker = role === "serve" ? startWorker({ ...ports, onError: (error) => console.error(error) }) : undefined;
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
process.send?.({ url: `http://127.0.0.1:${port}`, ...founded });
process.on("message", () => void stop());
// Its benchmark has ended without stopping it.
process.on("disconnect", () => void stop());

async function found(): Promise<{ token: string; organizationId: string }> {
  const { organization, key } = await createOrganization(
    { ...ports, organizationId: ids.next("org"), actor: { type: "command", id: "bench" }, requestId: null },
    { name: "Bench", sandbox: true },
  );
  return { token: key.token, organizationId: organization.id };
}

async function stop(): Promise<void> {
  await server.close();
  await worker?.stop();
  await documents.close();
  await database.close();
  process.exit();
}
