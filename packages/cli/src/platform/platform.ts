import type { AddressInfo } from "node:net";
import { createServer, stopServer } from "@counterfoil/http";
import { createWorkRecord, tracedWebhooks } from "@counterfoil/service";
import { applicationUrl } from "@counterfoil/storage";
import { createWebhookSender, startWorker } from "@counterfoil/worker";
import type { Configuration } from "../configuration/configuration.ts";
import { builtPages } from "./built-pages.ts";
import { builtSite } from "./built-site.ts";
import { openOwnIdentity } from "./identity.ts";
import { openKafka } from "./kafka.ts";
import { createLog, tellOfClock } from "./log.ts";
import { openMailDelivery } from "./mail-delivery.ts";
import { metricsAccess } from "./metrics-access.ts";
import { addressOf, listenRefusal } from "./port.ts";
import { openPorts } from "./ports.ts";
import { refuseWrongClock } from "./refuse-wrong-clock.ts";
import { releaseMemoryWhenIdle } from "./release-memory.ts";
import { openSecrets } from "./secret-keys.ts";
import { stopWithin, type StopOutcome } from "./stop-within.ts";
import { openTracing } from "./tracing.ts";

/** The API and a worker in this process. */
export interface Platform {
  readonly url: string;
  /** Stops accepting requests, finishes running requests and jobs, then closes everything it opened (R-OPS-2). */
  stop(): Promise<StopOutcome>;
}

/** Starts the API and a worker on a migrated database. */
export async function startPlatform(ownerUrl: string, configuration: Configuration): Promise<Platform> {
  const {
    host,
    port,
    logLevel,
    trustedProxies,
    keptEventMonths,
    hotEventDays,
    rates,
    corsOrigins,
    mail,
    webhookTargets,
    operation,
    capacity,
  } = configuration;
  const secrets = await openSecrets(configuration);
  const tracing = operation.tracing === null ? undefined : await openTracing(operation.tracing);
  const opened = openPorts(applicationUrl(ownerUrl), {
    secrets,
    drawing: capacity.documents,
    tracing,
    history: configuration.history,
    modelCatalog: configuration.modelCatalog,
    onHistoryFailure: (error) => log.warn(`${error.message}; old events are read from PostgreSQL`),
  });
  const log = createLog(logLevel, () => opened.clockWatch.source.now());
  const stopLooking = opened.clockWatch.keepLooking((off) => tellOfClock(log, off));
  const stopReleasing = releaseMemoryWhenIdle();
  const identity = await openOwnIdentity(ownerUrl, configuration, opened, mail);
  const record = createWorkRecord(opened.clockWatch.source);
  const kafka = openKafka(configuration);
  const stopping = new AbortController();
  let ownAddress = addressOf(host, port);
  const ports = {
    ...opened,
    pagesAddress: () => mail.publicUrl ?? ownAddress,
    identity,
    webhookTargets,
    close: async () => {
      stopLooking();
      stopReleasing();
      await Promise.all([identity.close(), opened.close(), tracing?.close()]);
    },
  };
  try {
    await refuseWrongClock(opened);
    const logger = { level: logLevel, stream: process.stderr };
    const server = await createServer(ports, {
      logger,
      trustedProxies,
      rates,
      bodies: capacity.bodies,
      corsOrigins,
      stopping: stopping.signal,
      metrics: metricsAccess(configuration),
      record,
      kafka: kafka?.record,
      tracing,
      pagesFolder: await builtPages(),
      siteFolder: await builtSite(),
    });
    await server.listen({ host, port }).catch((error: unknown) => {
      throw listenRefusal(error, { host, port });
    });
    const { port: taken } = server.server.address() as AddressInfo;
    ownAddress = addressOf(host, taken);
    const delivery = openMailDelivery(mail, ownAddress);
    const webhooks = createWebhookSender({ targets: webhookTargets });
    const worker = startWorker({
      ...ports,
      keptEventMonths,
      dropsCopiedMonths: hotEventDays !== null,
      mail: delivery,
      webhooks: tracing === undefined ? webhooks : tracedWebhooks(webhooks, tracing),
      onError: (error, organizationId) => log.error(error, "work failed", { organizationId }),
      record,
      kafka,
      tracing,
    });
    // In the background: the first document is then as fast as later ones, and startup does not wait for it.
    void ports.documents.warm().catch((error: unknown) => log.error(error, "the document renderer did not start"));
    return {
      url: ownAddress,
      stop: () =>
        stopWithin(operation, log, {
          begin: () => stopping.abort(),
          finish: async () => {
            await Promise.all([stopServer(server), worker.stop()]);
            delivery.close();
            await ports.close();
          },
        }),
    };
  } catch (error) {
    await ports.close();
    throw error;
  }
}
