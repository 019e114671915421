import { createDocumentRenderer } from "@counterfoil/documents";
import { type Clock, createIds, createSecrets, openServices, systemClock } from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { startWorker } from "@counterfoil/worker";

/** Runs a worker in a separate process, so that it can be killed. Its current time may lie ahead. */
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
  paymentApi: { host: "127.0.0.1", port: Number(process.env["STRIPE_PORT"]), protocol: "http" },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
  pauseMilliseconds: 20,
});
