import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer } from "@counterfoil/http";
import { createIds, createSecrets, openServices, systemClock } from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";

/** Runs a server in a separate process, so that it can be killed. Reports its address when it listens. */
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
process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
