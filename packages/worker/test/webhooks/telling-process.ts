import { createDocumentRenderer } from "@counterfoil/documents";
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

/** A worker as a process of its own, so that it can be killed; its present may lie ahead. */
const ahead = Number(process.env["MILLISECONDS_AHEAD"] ?? "0");
const clock: Clock = { now: () => new Date(Date.parse(systemClock.now()) + ahead).toISOString() };
const database = openDatabase(process.env["APP_URL"] ?? "");
startWorker({
  database,
  ...openServices(database),
  clock,
  ids: createIds(clock),
  documents: createDocumentRenderer(),
  secrets: createSecrets([process.env["SECRET"] ?? ""]),
  webhooks: createWebhookSender({ targets: readAllowedTargets("127.0.0.1").targets }),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
  pauseMilliseconds: 20,
});
