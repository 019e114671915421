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

/** How far the clock of this worker is ahead. It runs in its own process, so that a test can kill it. */
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
