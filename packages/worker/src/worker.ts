import {
  ClockOff,
  DatabaseAway,
  foldTotals,
  forgetAnswers,
  keepUsagePartitions,
  type Loop,
  lookAtAlerts,
  makeTotals,
  organizationsWithAlertsToLookAt,
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
import { mailRounds } from "./mail/mail-loop.ts";
import { createWebhookLoop } from "./webhooks/webhook-loop.ts";
import type { WorkerPorts } from "./worker-ports.ts";

export interface Worker {
  /** Finishes what is running and stops. */
  stop(): Promise<void>;
}

const PAUSE_MILLISECONDS = 250;
const PAUSE_WITHOUT_DATABASE_MILLISECONDS = 1_000;
/** All loops share a look at the database's clock for this long. */
const CLOCK_AGE_MILLISECONDS = 1_000;
/** How many times as long as a look at alerts took, and as a pause takes, a worker that has told everything waits with the next. */
const ALERTS_REST = 4;
/** What is folded together costs less: many events of a moment are of one account and quarter of an hour. */
const TOTALS_REST_MILLISECONDS = 250;
/** How many times as long as a round of folding took it rests at least: it takes a fifth of one connection at most. */
const TOTALS_REST = 4;
const PARTITIONS_EVERY_MILLISECONDS = 3_600_000;
const PARTITIONS_AGAIN_MILLISECONDS = 60_000;
const FORGET_EVERY_MILLISECONDS = 600_000;

/**
 * Looks for what is due and calls the use cases, again and again. Any number of workers may run on one database: due work
 * is found by an index, claimed with SKIP LOCKED, and done once (R-OPS-2, R-TIME-5).
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

  /** The ports of one loop, which notes what fails in it. */
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
  async function forgetOldAnswers(): Promise<void> {
    if (performance.now() < forgettingDueAt) return;
    await forgetAnswers(ports.database, ports.clock.now());
    forgettingDueAt = performance.now() + FORGET_EVERY_MILLISECONDS;
  }

  let alertsDueAt = performance.now();
  /** What comes in meanwhile is looked at together: an account costs the same for one event as for thousands. */
  async function lookAtAllAlerts(): Promise<void> {
    const begun = performance.now();
    if (begun < alertsDueAt) return;
    const hasMore = await lookAtAlertsOfAll(billingPorts, () => stopping);
    const rest = Math.max(performance.now() - begun, ports.pauseMilliseconds ?? PAUSE_MILLISECONDS) * ALERTS_REST;
    alertsDueAt = performance.now() + (hasMore ? 0 : rest);
  }

  /** Does a round of work again and again; at once where it says that there is more. */
  async function repeat(loop: Loop, round: () => Promise<boolean>): Promise<void> {
    while (!stopping) {
      try {
        // No round begins by a clock that is wrong, however it came to be since the last one.
        await ports.clockWatch?.look(CLOCK_AGE_MILLISECONDS);
        ports.clock.now();
        const hasMore = await round();
        ports.record?.ended(loop);
        if (!hasMore && !stopping) await pause(ports.pauseMilliseconds ?? PAUSE_MILLISECONDS);
      } catch (error) {
        ports.record?.failed(loop);
        if (!(error instanceof DatabaseAway || error instanceof ClockOff)) ports.onError(error, null);
        if (!stopping) await pause(PAUSE_WITHOUT_DATABASE_MILLISECONDS);
      }
    }
  }

  const billing = repeat("billing", async () => {
    await runAllDueWork(billingPorts, () => stopping);
    await lookAtAllAlerts();
    await keepPartitions();
    await forgetOldAnswers();
    return false;
  });
  // Beside it: an SMTP server may take a minute to answer, and nothing that is due waits for that.
  const delivery = ports.mail ?? { mailer: null, publicUrl: "" };
  const mailing = repeat(
    "mails",
    mailRounds(portsOf("mails"), delivery, () => stopping),
  );
  // And beside both: what a payment provider answers takes as long.
  const payingPorts = portsOf("payments");
  const paying = repeat("payments", async () => {
    await runAllPayments(payingPorts, () => stopping);
    return false;
  });
  // And beside all of them: each receiver may take 15 seconds.
  const webhookLoop = createWebhookLoop(portsOf("webhooks"), () => stopping);
  const telling = repeat("webhooks", () => webhookLoop.round());
  // A billing run that takes minutes leaves no entry unsealed for as long.
  const sealingPorts = portsOf("audit");
  const sealing = repeat("audit", async () => {
    await sealAllAudit(sealingPorts, () => stopping);
    await tellAllRejections(sealingPorts, () => stopping);
    return false;
  });
  // A billing run leaves no usage unfolded for as long, which every reading would have to add up.
  const totalsPorts = portsOf("totals");
  const totalling = repeat("totals", async () => {
    const begun = performance.now();
    await foldAllTotals(totalsPorts, () => stopping);
    await makeAllTotals(totalsPorts, () => stopping);
    if (!stopping) await pause(Math.max(TOTALS_REST_MILLISECONDS, (performance.now() - begun) * TOTALS_REST));
    return false;
  });
  return {
    async stop() {
      stopping = true;
      for (const end of pauses) end();
      await Promise.all([billing, mailing, paying, telling, sealing, totalling]);
      await webhookLoop.end();
    },
  };
}

/** One pass over all organizations that have something due. */
export async function runAllDueWork(ports: WorkerPorts, isStopping: () => boolean = () => false): Promise<void> {
  const organizations = await organizationsWithDueWork(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run due work", organizations, isStopping }, async (context) => {
    await runDueWork(context);
    await runTestClocks(context, (failure) => ports.onError(failure, context.organizationId));
  });
}

/** One pass over all organizations that have something to do about payments. */
async function runAllPayments(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithPaymentsDue(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "run payments", organizations, isStopping }, (context) =>
    runPayments(context, (failure) => ports.onError(failure, context.organizationId), isStopping),
  );
}

/** One pass over all organizations with something that batches of events added to their totals. */
async function foldAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithIncrements(ports.database);
  await eachOrganization(ports, { name: "fold totals", organizations, isStopping }, foldTotals);
}

/** One pass over all organizations whose usage totals are not complete. */
async function makeAllTotals(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithTotalsToMake(ports.database);
  await eachOrganization(ports, { name: "make totals", organizations, isStopping }, makeTotals);
}

/** Seals what the audit logs got since the last round. */
async function sealAllAudit(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithUnsealedAudit(ports.database);
  await eachOrganization(ports, { name: "seal audit", organizations, isStopping }, (context) =>
    sealAudit(context, isStopping),
  );
}

/** Tells of the events that were rejected in minutes that are over. */
async function tellAllRejections(ports: WorkerPorts, isStopping: () => boolean): Promise<void> {
  const organizations = await organizationsWithRejectedEvents(ports.database, ports.clock.now());
  await eachOrganization(ports, { name: "tell rejections", organizations, isStopping }, async (context) => {
    await tellRejections(context);
  });
}

/** One look at every organization whose alerts may have something to tell. Answers whether one has more to look at. */
async function lookAtAlertsOfAll(ports: WorkerPorts, isStopping: () => boolean): Promise<boolean> {
  let hasMore = false;
  const organizations = await organizationsWithAlertsToLookAt(ports.database);
  await eachOrganization(ports, { name: "look at alerts", organizations, isStopping }, async (context) => {
    const onFailure = (failure: unknown) => ports.onError(failure, context.organizationId);
    hasMore = (await lookAtAlerts(context, onFailure)) || hasMore;
  });
  return hasMore && !isStopping();
}
