import { createDocumentRenderer } from "@counterfoil/documents";
import { createIds, createKafkaRecord, createSecrets, openServices, systemClock } from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { startWorker } from "@counterfoil/worker";
import { kafkaOptions } from "./kafka-options.ts";

/** A worker that consumes from Kafka, in its own process, so that a test can kill it. It sends what it has stored. */
const { APP_URL = "", KAFKA = "", TOPIC = "", ORGANIZATION = "" } = process.env;
const database = openDatabase(APP_URL);
const record = createKafkaRecord([TOPIC]);
const worker = startWorker({
  database,
  ...openServices(database),
  clock: systemClock,
  ids: createIds(systemClock),
  documents: createDocumentRenderer(),
  secrets: createSecrets([]),
  pauseMilliseconds: 100,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
  kafka: { options: kafkaOptions(KAFKA, { [TOPIC]: ORGANIZATION }), record },
});
setInterval(() => process.send?.(record.standing()), 100);
process.once("SIGTERM", () => void worker.stop().then(() => process.exit(0)));
