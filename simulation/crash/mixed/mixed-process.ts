import type { AddressInfo } from "node:net";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createServer } from "@counterfoil/http";
import {
  type Clock,
  createIds,
  createSecrets,
  openServices,
  readAllowedTargets,
  systemClock,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { createWebhookSender, startWorker } from "@counterfoil/worker";

/**
 * The API or a worker as a separate process that can be killed alone. A worker's clock may be ahead, so that claims of dead
 * workers have expired. Reports its address, or that it runs.
 */
const ahead = Number(process.env["MILLISECONDS_AHEAD"] ?? "0");
const clock: Clock = { now: () => new Date(Date.parse(systemClock.now()) + ahead).toISOString() };
const database = openDatabase(process.env["APP_URL"] ?? "");
const ports = {
  database,
  ...openServices(database),
  clock,
  ids: createIds(clock),
  documents: createDocumentRenderer(),
  secrets: createSecrets([process.env["SECRET"] ?? ""]),
  paymentApi: { host: "127.0.0.1", port: Number(process.env["STRIPE_PORT"]), protocol: "http" },
  webhookTargets: readAllowedTargets("127.0.0.1").targets,
} as const;
if (process.env["ROLE"] === "api") {
  const server = await createServer(ports);
  await server.listen({ port: 0, host: "127.0.0.1" });
  process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
} else {
  const webhooks = createWebhookSender({ targets: ports.webhookTargets });
  // While the database is down, its work fails; it continues afterwards.
  startWorker({ ...ports, webhooks, onError: () => undefined, pauseMilliseconds: 50 });
  process.send?.("works");
}
