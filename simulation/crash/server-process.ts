import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer } from "@counterfoil/http";
import { createIds, createSecrets, openServices, systemClock } from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { startWorker } from "@counterfoil/worker";

/** API and worker in a separate process that can be killed. Reports its address when it listens. */
const database = openDatabase(process.env["APP_URL"] ?? "");
const ports = {
  database,
  ...openServices(database),
  clock: systemClock,
  ids: createIds(systemClock),
  documents: createDocumentRenderer(),
  secrets: createSecrets([]),
};
const server = await createServer(ports);
await server.listen({ port: 0, host: "127.0.0.1" });
// While the database is down, its work fails; it continues afterwards.
startWorker({ ...ports, onError: () => undefined });
process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
