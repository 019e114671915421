import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer } from "@counterfoil/http";
import { createIds, createSecrets, openServices, systemClock } from "@counterfoil/service";
import { type Database, openDatabase } from "@counterfoil/storage";

/** A server that kills itself around the commit of the first transaction after it is told to: `before` or `after`. */
let moment: unknown;
process.on("message", (told) => {
  moment = told;
  process.send?.("told");
});

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
}

const real = openDatabase(process.env["APP_URL"] ?? "");
const database: Database = {
  ...real,
  async transaction(organizationId, work) {
    const result = await real.transaction(organizationId, async (tx) => {
      const done = await work(tx);
      return moment === "before" ? die() : done;
    });
    return moment === "after" ? die() : result;
  },
};
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
