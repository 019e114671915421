import type { AddressInfo } from "node:net";
import { createServer } from "@counterfoil/http";
import { applicationUrl } from "@counterfoil/storage";
import { createWebhookSender, startWorker } from "@counterfoil/worker";
import type { Configuration } from "../configuration/configuration.ts";
import { createLog } from "./log.ts";
import { builtPages } from "./built-pages.ts";
import { openOwnIdentity } from "./identity.ts";
import { openMailDelivery } from "./mail-delivery.ts";
import { addressOf, listenRefusal } from "./port.ts";
import { openPorts } from "./ports.ts";
import { openSecrets } from "./secret-keys.ts";

/** The API and a worker in this process. */
export interface Platform {
  readonly url: string;
  /** Takes no more requests, finishes those it has and the running job, then closes everything it opened. */
  stop(): Promise<void>;
}

/** Starts the API and a worker on a migrated database. */
export async function startPlatform(ownerUrl: string, configuration: Configuration): Promise<Platform> {
  const { host, port, logLevel, trustedProxies, keptEventMonths, rates, corsOrigins, mail, webhookTargets } =
    configuration;
  const opened = openPorts(applicationUrl(ownerUrl), await openSecrets(configuration));
  const identity = openOwnIdentity(ownerUrl, opened, mail.publicUrl);
  const ports = {
    ...opened,
    identity,
    webhookTargets,
    close: async () => void (await Promise.all([identity.close(), opened.close()])),
  };
  try {
    const logger = { level: logLevel, stream: process.stderr };
    const pagesFolder = await builtPages();
    const server = await createServer(ports, { logger, trustedProxies, rates, corsOrigins, pagesFolder });
    await server.listen({ host, port }).catch((error: unknown) => {
      throw listenRefusal(error, host, port);
    });
    const log = createLog(logLevel, () => ports.clock.now());
    const { port: taken } = server.server.address() as AddressInfo;
    const delivery = openMailDelivery(mail, addressOf(host, taken));
    const worker = startWorker({
      ...ports,
      keptEventMonths,
      mail: delivery,
      webhooks: createWebhookSender({ targets: webhookTargets }),
      onError: (error, organizationId) => log.error(error, "work failed", { organizationId }),
    });
    // In its own time: the first document is then as quick as the next, and nobody waits for it.
    void ports.documents.warm().catch((error: unknown) => log.error(error, "the document renderer did not start"));
    return {
      url: addressOf(host, taken),
      async stop() {
        await Promise.all([server.close(), worker.stop()]);
        delivery.close();
        await ports.close();
      },
    };
  } catch (error) {
    await ports.close();
    throw error;
  }
}
