import type { AddressInfo } from "node:net";
import { createHealthServer, stopServer } from "@counterfoil/http";
import { createWorkRecord, tracedDatabase, tracedWebhooks } from "@counterfoil/service";
import { createWebhookSender, startWorker } from "@counterfoil/worker";
import type { Configuration } from "../configuration/configuration.ts";
import { openOwnIdentity } from "./identity.ts";
import { openKafka } from "./kafka.ts";
import { createLog, tellOfClock } from "./log.ts";
import { openMailDelivery } from "./mail-delivery.ts";
import { metricsAccess } from "./metrics-access.ts";
import { addressOf, listenRefusal } from "./port.ts";
import type { Ports } from "./ports.ts";
import { releaseMemoryWhenIdle } from "./release-memory.ts";
import { stopWithin, type StopOutcome } from "./stop-within.ts";
import { openTracing } from "./tracing.ts";

export interface LoneWorker {
  /** The URL of the worker's `/health`; null if it serves none. */
  readonly url: string | null;
  stop(): Promise<StopOutcome>;
}

/** Starts a worker in a process without the API. It serves `/health` if COUNTERFOIL_HEALTH_PORT is set. */
export async function startLoneWorker(
  opened: Ports,
  ownerUrl: string,
  configuration: Configuration,
): Promise<LoneWorker> {
  const { host, port, mail, operation, webhookTargets, keptEventMonths, hotEventDays, logLevel } = configuration;
  const tracing = operation.tracing === null ? undefined : await openTracing(operation.tracing);
  const ports = {
    ...opened,
    database: tracing === undefined ? opened.database : tracedDatabase(opened.database, tracing),
  };
  const log = createLog(logLevel, () => ports.clockWatch.source.now());
  const stopLooking = ports.clockWatch.keepLooking((off) => tellOfClock(log, off));
  const stopReleasing = releaseMemoryWhenIdle();
  const record = createWorkRecord(ports.clockWatch.source);
  const kafka = openKafka(configuration);
  const stopping = new AbortController();
  const health = await createHealthServer(ports, {
    record,
    kafka: kafka?.record,
    stopping: stopping.signal,
    access: metricsAccess(configuration),
  });
  const url = operation.healthPort === null ? null : await listen(health, host, operation.healthPort);
  const ownAddress = addressOf(host, port);
  const delivery = openMailDelivery(mail, ownAddress);
  const identity = await openOwnIdentity(ownerUrl, configuration, ports, mail);
  const webhooks = createWebhookSender({ targets: webhookTargets });
  const worker = startWorker({
    ...ports,
    pagesAddress: () => mail.publicUrl ?? ownAddress,
    identity,
    keptEventMonths,
    dropsCopiedMonths: hotEventDays !== null,
    mail: delivery,
    webhooks: tracing === undefined ? webhooks : tracedWebhooks(webhooks, tracing),
    onError: (error, organizationId) => log.error(error, "work failed", { organizationId }),
    record,
    kafka,
    tracing,
  });
  return {
    url,
    stop: () =>
      stopWithin({ ...operation, drainSeconds: 0 }, log, {
        begin: () => stopping.abort(),
        finish: async () => {
          await worker.stop();
          stopLooking();
          stopReleasing();
          delivery.close();
          await Promise.all([stopServer(health), identity.close(), tracing?.close()]);
        },
      }),
  };
}

type HealthServer = Awaited<ReturnType<typeof createHealthServer>>;

async function listen(health: HealthServer, host: string, port: number): Promise<string> {
  await health.listen({ host, port }).catch((error: unknown) => {
    throw listenRefusal(error, { host, port, setting: "COUNTERFOIL_HEALTH_PORT=N" });
  });
  return addressOf(host, (health.server.address() as AddressInfo).port);
}
