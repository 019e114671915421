import {
  forgetAnswers,
  forgetDeadLetters,
  forgetOauthConnections,
  forgetRequests,
  keepUsagePartitions,
  type Loop,
} from "@counterfoil/service";
import type { KafkaConsumerPorts } from "./kafka/kafka-consumer.ts";
import type { KafkaOptions } from "./kafka/kafka-options.ts";
import { historyRounds } from "./history-loop.ts";
import { pauseOf, startLoops } from "./loops.ts";
import { mailRounds } from "./mail/mail-loop.ts";
import {
  backfillAllCosts,
  bookAllCosts,
  foldAllTotals,
  lookAtAlertsOfAll,
  makeAllTotals,
  runAllDueWork,
  runAllPayments,
  sealAllAudit,
  tellAllRejections,
} from "./passes.ts";
import { createWebhookLoop } from "./webhooks/webhook-loop.ts";
import type { WorkerPorts } from "./worker-ports.ts";

export interface Worker {
  /** Finishes running work and stops. */
  stop(): Promise<void>;
}

/** An idle loop whose work becomes due by the second looks at least after this number of pauses: every 2 s. */
const MOST_PAUSES = 8;
/** Other loops look too, so that nothing depends on noticing a change: every 20 s. Mail is retried after minutes. */
const MOST_PAUSES_WITHOUT_CHANGE = 80;
/** A loop that has processed all alerts waits this many times its last duration plus its pause. */
const ALERTS_REST = 4;
/**
 * Folding more increments at once is cheaper, because many events of a moment share an account and a quarter of an
 * hour.
 */
const TOTALS_REST_MILLISECONDS = 250;
/** The loop rests this many times the duration of a round, so that it uses a fifth of one connection. */
const TOTALS_REST = 4;
/** The longest rest: after a round that waited for locks or made much, the next one has more to do, not less. */
const TOTALS_MOST_REST_MILLISECONDS = 5_000;
const PARTITIONS_EVERY_MILLISECONDS = 3_600_000;
const PARTITIONS_AGAIN_MILLISECONDS = 60_000;
const FORGET_EVERY_MILLISECONDS = 600_000;

/**
 * Repeatedly looks for due work and calls the use cases. Any number of workers may run on one database: they find due
 * work by an index, claim it with SKIP LOCKED, and do it once (R-OPS-2, R-TIME-5).
 */
export function startWorker(ports: WorkerPorts): Worker {
  const loops = startLoops(ports);
  const { isStopping, pause, repeat } = loops;

  /** The ports of one loop, with its own record of failures. */
  const portsOf = (loop: Loop): WorkerPorts => ({
    ...ports,
    onError(error, organizationId) {
      ports.record?.failedWithin(loop);
      ports.onError(error, organizationId);
    },
  });
  const billingPorts = portsOf("billing");

  let partitionsDueAt = performance.now();
  async function keepPartitions(): Promise<void> {
    if (performance.now() < partitionsDueAt) return;
    const isDone = await keepUsagePartitions(ports.database, ports.clock.now(), ports.keptEventMonths ?? null);
    partitionsDueAt = performance.now() + (isDone ? PARTITIONS_EVERY_MILLISECONDS : PARTITIONS_AGAIN_MILLISECONDS);
  }

  let forgettingDueAt = performance.now();
  async function forgetOldRequests(): Promise<void> {
    if (performance.now() < forgettingDueAt) return;
    await forgetAnswers(ports.database, ports.clock.now());
    await forgetRequests(ports.database, ports.clock.now());
    await forgetDeadLetters(ports.database, ports.clock.now());
    await forgetOauthConnections(ports.database, ports.clock.now());
    forgettingDueAt = performance.now() + FORGET_EVERY_MILLISECONDS;
  }

  let alertsDueAt = performance.now();
  let alertsFallbackAt = alertsDueAt;
  let hasAlerts = true;
  /** Waiting collects more events: an account costs the same for one event as for thousands. */
  async function lookAtAllAlerts(isChanged: boolean): Promise<void> {
    const begun = performance.now();
    hasAlerts ||= isChanged || begun >= alertsFallbackAt;
    if (!hasAlerts || begun < alertsDueAt) return;
    hasAlerts = await lookAtAlertsOfAll(billingPorts, isStopping);
    const rest = Math.max(performance.now() - begun, pauseOf(ports)) * ALERTS_REST;
    alertsDueAt = performance.now() + (hasAlerts ? 0 : rest);
    alertsFallbackAt = performance.now() + pauseOf(ports) * MOST_PAUSES_WITHOUT_CHANGE;
  }

  const billing = repeat("billing", MOST_PAUSES, async (isChanged) => {
    await runAllDueWork(billingPorts, isStopping);
    await lookAtAllAlerts(isChanged);
    await keepPartitions();
    await forgetOldRequests();
    return false;
  });
  // A separate loop: an SMTP server may take a minute to respond, and other due work must not wait for it.
  const delivery = ports.mail ?? { mailer: null, publicUrl: "" };
  const mailing = repeat("mails", MOST_PAUSES_WITHOUT_CHANGE, mailRounds(portsOf("mails"), delivery, isStopping));
  // A separate loop: a payment provider may take just as long.
  const payingPorts = portsOf("payments");
  const paying = repeat("payments", MOST_PAUSES, async () => {
    await runAllPayments(payingPorts, isStopping);
    return false;
  });
  // A separate loop: each receiver may take 15 seconds.
  const webhookLoop = createWebhookLoop(portsOf("webhooks"), isStopping);
  const telling = repeat(
    "webhooks",
    () => (webhookLoop.isBusy() ? 1 : MOST_PAUSES),
    () => webhookLoop.round(),
  );
  // A separate loop, so that audit entries are sealed during a billing run of several minutes.
  const sealingPorts = portsOf("audit");
  const sealing = repeat("audit", MOST_PAUSES_WITHOUT_CHANGE, async () => {
    await sealAllAudit(sealingPorts, isStopping);
    await tellAllRejections(sealingPorts, isStopping);
    return false;
  });
  // A separate loop, so that usage is folded during a billing run. Otherwise each read would have to add it up.
  const totalsPorts = portsOf("totals");
  const totalling = repeat("totals", MOST_PAUSES_WITHOUT_CHANGE, async () => {
    const begun = performance.now();
    await foldAllTotals(totalsPorts, isStopping);
    await makeAllTotals(totalsPorts, isStopping);
    await backfillAllCosts(totalsPorts, isStopping);
    await bookAllCosts(totalsPorts, isStopping);
    const rest = Math.max(TOTALS_REST_MILLISECONDS, (performance.now() - begun) * TOTALS_REST);
    if (!isStopping()) await pause(Math.min(rest, TOTALS_MOST_REST_MILLISECONDS));
    return false;
  });
  const { kafka } = ports;
  const consuming =
    kafka === undefined ? undefined : consume(kafka.options, { ports, record: kafka.record, isStopping, pause });
  // A separate loop: ClickHouse may take long, and nothing waits for it.
  const copying =
    (ports.history ?? null) === null
      ? undefined
      : repeat("history", MOST_PAUSES, historyRounds(portsOf("history"), loops));
  return {
    async stop() {
      loops.stop();
      await Promise.all([billing, mailing, paying, telling, sealing, totalling, consuming, copying]);
      await webhookLoop.end();
    },
  };
}

/** Loaded only if something is configured, because the client of Kafka has hundreds of modules. */
async function consume(options: KafkaOptions, running: KafkaConsumerPorts): Promise<void> {
  const { consumeKafka } = await import("./kafka/kafka-consumer.ts");
  return consumeKafka(options, running);
}
