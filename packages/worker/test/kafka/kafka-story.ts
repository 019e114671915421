import { setTimeout as pause } from "node:timers/promises";
import { createKafkaRecord, type KafkaRecordOfWork } from "@counterfoil/service";
import { startEnvironment, type Environment, type TestOrganization } from "@counterfoil/testkit/environment";
import { type Broker, type BrokerOptions, findBrokerFiles, startBroker } from "@counterfoil/testkit/kafka";
import { type KafkaOptions, startWorker, type Worker } from "@counterfoil/worker";
import { Admin, type MessageToProduce, Producer } from "@platformatic/kafka";
import { onTestFinished } from "vitest";
import { kafkaOptions } from "./kafka-options.ts";

export const files = findBrokerFiles();

export interface SentRecord {
  readonly topic: string;
  readonly value?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly partition?: number;
  readonly key?: string;
  readonly timestamp?: bigint;
}

/** A broker and a platform, for the tests of a file. */
export interface KafkaStory {
  readonly broker: Broker;
  readonly platform: Environment;
  createTopic(topic: string, partitions?: number, configs?: Readonly<Record<string, string>>): Promise<void>;
  admin(): Admin;
  send(...records: readonly SentRecord[]): Promise<void>;
  /** A producer that writes in transactions. */
  transactional(name: string): Producer;
  message(record: SentRecord): MessageToProduce;
  /** Starts a consumer in this process. It is stopped when the test ends. */
  consume(topics: Readonly<Record<string, string>>, options?: Partial<KafkaOptions>): RunningConsumer;
  stop(): Promise<void>;
}

export interface RunningConsumer {
  readonly worker: Worker;
  readonly record: KafkaRecordOfWork;
  readonly failures: unknown[];
}

export async function startKafkaStory(classPath: string, options: BrokerOptions = {}): Promise<KafkaStory> {
  const [broker, platform] = await Promise.all([
    startBroker(classPath, options),
    startEnvironment(undefined, { isIdle: true }),
  ]);
  const client = { clientId: "test", bootstrapBrokers: [broker.address] };
  const admin = new Admin(client);
  // Idempotent: a batch that is sent again after a lost response is stored once.
  const producer = new Producer({ ...client, idempotent: true });
  return {
    broker,
    platform,
    admin: () => admin,
    async createTopic(topic, partitions = 1, configs = {}) {
      await admin.createTopics({
        topics: [topic],
        partitions,
        replicas: 1,
        configs: Object.entries(configs).map(([name, value]) => ({ name, value })),
      });
    },
    async send(...records) {
      await producer.send({ messages: records.map(toMessage) });
    },
    transactional: (name) => new Producer({ ...client, idempotent: true, transactionalId: name }),
    message: toMessage,
    consume(topics, options = {}) {
      const record = createKafkaRecord(Object.keys(topics));
      const failures: unknown[] = [];
      const worker = startWorker({
        ...platform.ports,
        pauseMilliseconds: 20,
        onError: (error) => failures.push(error),
        kafka: { options: kafkaOptions(broker.address, topics, options), record },
      });
      onTestFinished(() => worker.stop());
      return { worker, record, failures };
    },
    async stop() {
      await Promise.all([producer.close(), admin.close()]);
      await platform.stop();
      await broker.stop();
    },
  };
}

function toMessage({ topic, value, headers = {}, partition = 0, key, timestamp }: SentRecord): MessageToProduce {
  return {
    topic,
    partition,
    ...(value === undefined ? {} : { value: Buffer.from(value) }),
    ...(key === undefined ? {} : { key: Buffer.from(key) }),
    ...(timestamp === undefined ? {} : { timestamp }),
    headers: new Map(Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)])),
  };
}

/** Waits until `look` returns something. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  patienceMilliseconds = 60_000,
): Promise<Found> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await pause(50);
  }
}

/** A customer, and a metric that counts calls. */
export async function createCustomer(
  { api }: TestOrganization,
  alias: string,
): Promise<{ accountId: string; metricId: string }> {
  const { id: accountId } = await api.post("/accounts", { name: alias, aliases: [alias] });
  const { id } = await api.post<{ id: string }>("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "count" },
  });
  return { accountId, metricId: id };
}
