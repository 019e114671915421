import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { KafkaStanding } from "@counterfoil/service";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer, files, type KafkaStory, startKafkaStory, until } from "./kafka-story.ts";

let story: KafkaStory;
let owner: pg.Pool;

beforeAll(async () => {
  if (!("classPath" in files)) return;
  story = await startKafkaStory(files.classPath);
  owner = new pg.Pool({ connectionString: story.platform.database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner?.end();
  await story?.stop();
});

interface Consumer {
  readonly child: ChildProcess;
  /** What it told last. */
  standing(): KafkaStanding | undefined;
}

function startConsumer(topic: string, organizationId: string): Consumer {
  const child = fork(join(import.meta.dirname, "consuming-process.ts"), {
    env: {
      ...process.env,
      APP_URL: story.platform.database.appUrl,
      KAFKA: story.broker.address,
      TOPIC: topic,
      ORGANIZATION: organizationId,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let last: KafkaStanding | undefined;
  child.on("message", (standing) => void (last = standing as KafkaStanding));
  return { child, standing: () => last };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** A process of a busy machine starts in this time. */
const STARTING_MILLISECONDS = 240_000;
const PARTITIONS = 4;
const SENT_TOGETHER = 200;
/** Every hundredth record is no event. */
const BAD_EVERY = 100;

/**
 * Writes records until `isOver`, while consumers and the broker are killed. Each is sent again until the broker has
 * taken it. Returns how many there are.
 */
async function sendUntil(topic: string, isOver: () => boolean): Promise<number> {
  let sent = 0;
  for (; !isOver(); sent += SENT_TOGETHER) {
    const start = sent;
    const records = Array.from({ length: SENT_TOGETHER }, (_, index) => {
      const number = start + index;
      const uniqueId = number % BAD_EVERY === 0 ? 7 : `e-${number}`;
      const event = { uniqueId, account: "acme", eventName: "call", timestamp: "2026-01-10T08:00:00Z" };
      return { topic, partition: number % PARTITIONS, value: JSON.stringify(event) };
    });
    const send = () =>
      story.send(...records).then(
        () => true,
        () => pause(200).then(() => false),
      );
    await until("the broker has taken them", send, STARTING_MILLISECONDS);
    await pause(250);
  }
  return sent;
}

/** Waits until a consumer stores records. */
async function stores({ standing }: Consumer): Promise<void> {
  await until(
    "a consumer stores records",
    async () => (standing()?.topics[0]?.outcomes.ingested ?? 0) > 0,
    STARTING_MILLISECONDS,
  );
}

async function count(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(text, [...values]);
  return Number(rows[0]?.count);
}

test(
  "every record takes effect once while consumers join, leave and are killed, and the broker, too (R-STREAM-1)",
  { timeout: 900_000 },
  async ({ skip }) => {
    if ("missing" in files) return skip(files.missing);
    const organization = await story.platform.createOrganization();
    const { metricId } = await createCustomer(organization, "acme");
    await story.createTopic("load", PARTITIONS);
    const consumers = [startConsumer("load", organization.id), startConsumer("load", organization.id)];
    try {
      await until(
        "two consumers share the partitions",
        async () => consumers.every((one) => one.standing()?.topics[0]?.partitions.length === PARTITIONS / 2),
        STARTING_MILLISECONDS,
      );
      let isOver = false;
      const sending = sendUntil("load", () => isOver);
      const [first, second] = consumers as [Consumer, Consumer];
      await stores(first);
      await end(first.child, "SIGKILL");
      const third = startConsumer("load", organization.id);
      consumers.push(third);
      await stores(third);
      await story.broker.kill();
      await pause(1_000);
      await story.broker.start();
      const fourth = startConsumer("load", organization.id);
      consumers.push(fourth);
      await stores(fourth);
      // Leaves in good order: its partitions are free at once.
      await end(second.child, "SIGTERM");
      await end(third.child, "SIGKILL");
      isOver = true;
      const sent = await sending;

      const offsets = "select coalesce(sum(next_offset), 0) as count from kafka_offset where organization_id = $1";
      const written = async () => {
        const [topic] = await story.admin().listOffsets({
          topics: [
            {
              name: "load",
              partitions: Array.from({ length: PARTITIONS }, (_, partitionIndex) => ({
                partitionIndex,
                timestamp: -1n,
              })),
            },
          ],
        });
        return topic?.partitions.reduce((sum, { offset }) => sum + Number(offset), 0) ?? 0;
      };
      const all = await until("the broker answers", () => written().catch(() => undefined));
      await until("all are read", async () => (await count(offsets, [organization.id])) === all, STARTING_MILLISECONDS);
      const bad = sent / BAD_EVERY;
      const stored = await count(
        "select count(*) from usage_event e join organization o on o.number = e.organization_number where o.id = $1",
        [organization.id],
      );
      expect(stored).toBe(sent - bad);
      const usage = await organization.api.get(`/metrics/${metricId}/usage?account=acme&from=2026-01-01&to=2026-02-01`);
      expect(usage).toMatchObject({ quantity: String(sent - bad) });
      // Records that their producer wrote twice have an offset each, so a letter each, and no letter is written twice.
      const letters = await count("select count(*) from dead_letter where organization_id = $1", [organization.id]);
      const places = await count(
        "select count(distinct (partition, record_offset)) from dead_letter where organization_id = $1",
        [organization.id],
      );
      expect(letters).toBe(places);
      expect(letters).toBeGreaterThanOrEqual(bad);
      if (all === sent) expect(letters).toBe(bad);
    } finally {
      await Promise.all(consumers.map(({ child }) => end(child, "SIGKILL")));
    }
  },
);
