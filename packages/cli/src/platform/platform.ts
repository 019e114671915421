import type { AddressInfo } from "node:net";
import { createServer } from "@counterfoil/http";
import { startWorker } from "@counterfoil/worker";
import type { Configuration } from "../configuration/configuration.ts";
import { createLog } from "./log.ts";
import { openMailDelivery } from "./mail-delivery.ts";
import { openPorts } from "./ports.ts";
import { addressOf, listenRefusal } from "./port.ts";

/** The API and a worker in this process. */
export interface Platform {
  readonly url: string;
  /** Takes no more requests, finishes those it has and the running job, then closes everything it opened. */
  stop(): Promise<void>;
}

/** Starts the API and a worker on a migrated database. */
export async function startPlatform(appUrl: string, configuration: Configuration): Promise<Platform> {
  const { host, port, logLevel, trustedProxies, keptEventMonths, mail } = configuration;
  const ports = openPorts(appUrl);
  try {
    const server = await createServer(ports, { logger: { level: logLevel, stream: process.stderr }, trustedProxies });
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
