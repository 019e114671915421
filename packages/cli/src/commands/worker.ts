import { createWebhookSender, startWorker } from "@counterfoil/worker";
import type { Command } from "../command.ts";
import { onDatabase, readServerConfiguration } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";
import { keepRetention } from "../platform/keep-retention.ts";
import { createLog } from "../platform/log.ts";
import { openMailDelivery } from "../platform/mail-delivery.ts";
import { addressOf } from "../platform/port.ts";
import { listenForStop } from "../platform/stop-request.ts";

export const worker: Command = {
  description: [
    "Runs a worker without an API on the migrated database at DATABASE_URL. Any number of these may run at once.",
    "Environment: DATABASE_URL, DATABASE_APP_URL, DATABASE_PEOPLE_URL, COUNTERFOIL_LOG_LEVEL, COUNTERFOIL_EVENT_RETENTION_MONTHS,",
    "SMTP_URL, MAIL_FROM, COUNTERFOIL_PUBLIC_URL, COUNTERFOIL_SECRET, COUNTERFOIL_SECRET_OLD, COUNTERFOIL_WEBHOOK_ALLOW.",
  ].join("\n"),
  options: {},
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    const stop = listenForStop();
    await onDatabase(configuration, async (ports, ownerUrl) => {
      await keepRetention(configuration.databaseUrl, configuration);
      const log = createLog(configuration.logLevel, () => ports.clock.now());
      const mail = openMailDelivery(configuration.mail, addressOf(configuration.host, configuration.port));
      const identity = await openOwnIdentity(ownerUrl, configuration, ports, configuration.mail.publicUrl);
      const running = startWorker({
        ...ports,
        identity,
        keptEventMonths: configuration.keptEventMonths,
        mail,
        webhooks: createWebhookSender({ targets: configuration.webhookTargets }),
        onError: (error, organizationId) => log.error(error, "work failed", { organizationId }),
      });
      console.log("The worker runs");
      await stop.came;
      await running.stop();
      mail.close();
      await identity.close();
    });
    stop.end();
    return 0;
  },
};
