import {
  backfillCosts,
  bookCosts,
  ClockOff,
  DatabaseAway,
  DatabaseFull,
  foldTotals,
  forgetAnswers,
  forgetDeadLetters,
  forgetOauthConnections,
  forgetRequests,
  keepUsagePartitions,
  type Loop,
  lookAtAlerts,
  lookAtMargins,
  lookAtSpend,
  makeTotals,
  organizationsWithAlertsToLookAt,
  organizationsWithMarginsToLookAt,
  organizationsWithSpendToLookAt,
  organizationsWithCostsToBackfill,
  organizationsWithCostsToBook,
  organizationsWithDueWork,
  organizationsWithIncrements,
  organizationsWithPaymentsDue,
  organizationsWithRejectedEvents,
  organizationsWithTotalsToMake,
  organizationsWithUnsealedAudit,
  runDueWork,
  runPayments,
  runTestClocks,
  sealAudit,
  tellRejections,
} from "@counterfoil/service";
import { eachOrganization } from "./each-organization.ts";
import { consumeKafka } from "./kafka/kafka-consumer.ts";
import { historyRounds } from "./history-loop.ts";
import { mailRounds } from "./mail/mail-loop.ts";
import { createWebhookLoop } from "./webhooks/webhook-loop.ts";
import type { WorkerPorts } from "./worker-ports.ts";

export interface Worker {
  /** Finishes running work and stops. */
  stop(): Promise<void>;
}

const PAUSE_MILLISECONDS = 250;
const PAUSE_WITHOUT_DATABASE_MILLISECONDS = 1_000;
/** All loops share a comparison with the database's clock for this long. */
const CLOCK_AGE_MILLISECONDS = 1_000;
/** A loop that has processed all alerts waits this many times its last duration plus its pause. */
const ALERTS_REST = 4;
/**
 * Folding more increments at once is cheaper, because many events of a moment share an account and a quarter of an
 * hour.
 */
const TOTALS_REST_MILLISECONDS = 250;
/** The loop rests at least this many times the duration of a round, so it uses at most a fifth of one connection. */
const TOTALS_REST = 4;
const PARTITIONS_EVERY_MILLISECONDS = 3_600_000;
const PARTITIONS_AGAIN_MILLISECONDS = 60_000;
const FORGET_EVERY_MILLISECONDS = 600_000;

/**
 * Repeatedly looks for due work and calls the use cases. Any number of workers may run on one database: they find due
 * work by an index, claim it with SKIP LOCKED, and do it once (R-OPS-2, R-TIME-5).
 */
export function startWorker(ports: WorkerPorts): Worker {
  let stopping = false;
  const pauses = new Set<() => void>();
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      pauses.add(end);
    });

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
  /** Waiting collects more events: an account costs the same for one event as for thousands. */
  async function lookAtAllAlerts(): Promise<void> {
    const begun = performance.now();
    if (begun < alertsDueAt) return;
    const hasMore = await lookAtAlertsOfAll(billingPorts, () => stopping);
    const rest = Math.max(performance.now() - begun, ports.pauseMilliseconds ?? PAUSE_MILLISECONDS) * ALERTS_REST;
    alertsDueAt = performance.now() + (hasMore ? 0 : rest);
  }

  /** Repeats a round of work, without a pause if it returns that there is more. */
  async function repeat(loop: Loop, round: () => Promise<boolean>): Promise<void> {
    while (!stopping) {
      try {
        // No round starts with a wrong clock, even if the clock was right in the last round.
        await ports.clockWatch?.look(CLOCK_AGE_MILLISECONDS);
        ports.clock.now();
        const hasMore = await round();
        ports.record?.ended(loop);
        if (!hasMore && !stopping) await pause(ports.pauseMilliseconds ?? PAUSE_MILLISECONDS);
      } catch (error) {
        ports.record?.failed(loop);
        if (!mendsItself(error)) ports.onError(error, null);
        if (!stopping) await pause(PAUSE_WITHOUT_DATABASE_MILLISECONDS);
      }
    }
  }

  const billing = repeat("billing", async () => {
    await runAllDueWork(billingPorts, () => stopping);
    await lookAtAllAlerts();
    await keepPartitions();
    await forgetOldRequests();
    return false;
  });
  // A separate loop: an SMTP server may take a minute to respond, and other due work must not wait for it.
  const delivery = ports.mail ?? { mailer: null, publicUrl: "" };
  const mailing = repeat(
    "mails",
    mailRounds(portsOf("mails"), delivery, () => stopping),
  );
  // A separate loop: a payment provider may take just as long.
  const payingPorts = portsOf("payments");
  const paying = repeat("payments", async () => {
    await runAllPayments(payingPorts, () => stopping);
    return false;
  });
  // A separate loop: each receiver may take 15 seconds.
  const webhookLoop = createWebhookLoop(portsOf("webhooks"), () => stopping);
  const telling = repeat("webhooks", () => webhookLoop.round());
  // A separate loop, so that audit entries are sealed during a billing run of several minutes.
  const sealingPorts = portsOf("audit");
  const sealing = repeat("audit", async () => {
    await sealAllAudit(sealingPorts, () => stopping);
    await tellAllRejections(sealingPorts, () => stopping);
    return false;
  });
  // A separate loop, so that usage is folded during a billing run. Otherwise each read would have to add it up.
  const totalsPorts = portsOf("totals");
  const totalling = repeat("totals", async () => {
    const begun = performance.now();
    await foldAllTotals(totalsPorts, () => stopping);
    await makeAllTotals(totalsPorts, () => stopping);
    await backfillAllCosts(totalsPorts, () => stopping);
    await bookAllCosts(totalsPorts, () => stopping);
    if (!stopping) await pause(Math.max(TOTALS_REST_MILLISECONDS, (performance.now() - begun) * TOTALS_REST));
    return false;
  });
  const { kafka } = ports;
  const consuming =
    kafka === undefined
      ? undefined
      : consumeKafka(kafka.options, { ports, record: kafka.record, isStopping: () => stopping, pause });
  // A separate loop: ClickHouse may take long, and nothing waits for it.
  const copying =
    (ports.history ?? null) === null
      ? undefined
      : repeat(
          "history",
          historyRounds(portsOf("history"), () => stopping),
        );
  return {
    async stop() {
      stopping = true;
      for (const end of pauses) end();
      await Promise.all([billing, mailing, paying, telling, sealing, totalling, consuming, copying]);
      await webhookLoop.end();
    },
  };
}

/** One pass over all organizations with due work. */
export async function runAllDueWork(ports: WorkerPorts, isStopping: () => boolean = () => false): Promise<void> {
  const organizations = await organizationsWithDueWork(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run due work", organizations, isStopping }, async (context) => {
    await runDueWork(context);
    await runTestClocks(context, (failure) => ports.onError(failure, context.organizationId));
  });
}

/** One pass over all organizations with payment work. */
async function runAllPayments(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithPaymentsDue(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run payments", organizations, isStopping }, (context) =>
    runPayments(context, (failure) => ports.onError(failure, context.organizationId), isStopping),
  );
}

/** One pass over all organizations with usage that is not folded into totals yet. */
async function foldAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithIncrements(ports.database);
  await eachOrganization(ports, { name: "fold totals", organizations, isStopping }, foldTotals);
}

/** One pass over all organizations with incomplete usage totals. */
async function makeAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithTotalsToMake(ports.database);
  await eachOrganization(ports, { name: "make totals", organizations, isStopping }, makeTotals);
}

/** One pass over all organizations with cost prices that were not applied to all earlier events. */
async function backfillAllCosts(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithCostsToBackfill(ports.database);
  await eachOrganization(ports, { name: "backfill costs", organizations, isStopping }, async (context) => {
    while (!isStopping() && (await backfillCosts(context)));
  });
}

/** One pass over all organizations with costs that the journal lacks. */
async function bookAllCosts(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithCostsToBook(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "book costs", organizations, isStopping }, async (context) => {
    while (!isStopping() && (await bookCosts(context)));
  });
}

/** Seals the audit entries written since the last round. */
async function sealAllAudit(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithUnsealedAudit(ports.database);
  await eachOrganization(ports, { name: "seal audit", organizations, isStopping }, (context) =>
    sealAudit(context, isStopping),
  );
}

/** Creates notifications of events rejected in minutes that have passed. */
async function tellAllRejections(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithRejectedEvents(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "tell rejections", organizations, isStopping }, async (context) => {
    await tellRejections(context);
  });
}

/** One pass over all organizations whose alerts, limits or margins may be due. Returns whether one has more to process. */
async function lookAtAlertsOfAll(ports: WorkerPorts, isStopping: () => boolean): Promise<boolean> {
  let hasMore = false;
  const organizations = await organizationsWithAlertsToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at alerts", organizations, isStopping }, async (context) => {
    const onFailure = (failure: unknown) => ports.onError(failure, context.organizationId);
    hasMore = (await lookAtAlerts(context, onFailure)) || hasMore;
  });
  const spending = await organizationsWithSpendToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at spending", organizations: spending, isStopping }, async (context) => {
    const onFailure = (failure: unknown) => ports.onError(failure, context.organizationId);
    hasMore = (await lookAtSpend(context, onFailure)) || hasMore;
  });
  const costing = await organizationsWithMarginsToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at margins", organizations: costing, isStopping }, async (context) => {
    hasMore = (await lookAtMargins(context)) || hasMore;
  });
  return hasMore && !isStopping();
}

/** True if the work continues without an operator. A full disk needs one. */
function mendsItself(error: unknown): boolean {
  return (error instanceof DatabaseAway && !(error instanceof DatabaseFull)) || error instanceof ClockOff;
}
