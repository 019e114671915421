import type { Command } from "../command.ts";
import { onDatabase, readServerConfiguration } from "../platform/command-database.ts";
import { endProcess } from "../platform/end-process.ts";
import { keepRetention } from "../platform/keep-retention.ts";
import { startLoneWorker } from "../platform/lone-worker.ts";
import { listenForStop } from "../platform/stop-request.ts";
import type { StopOutcome } from "../platform/stop-within.ts";

export const worker: Command = {
  description: [
    "Runs a worker without an API on the migrated database at DATABASE_URL. Any number of these may run at once.",
    "Environment: DATABASE_URL, DATABASE_APP_URL, DATABASE_PEOPLE_URL, COUNTERFOIL_LOG_LEVEL, COUNTERFOIL_EVENT_RETENTION_MONTHS,",
    "SMTP_URL, MAIL_FROM, COUNTERFOIL_PUBLIC_URL, COUNTERFOIL_SECRET, COUNTERFOIL_SECRET_OLD, COUNTERFOIL_WEBHOOK_ALLOW,",
    "COUNTERFOIL_HOST, COUNTERFOIL_HEALTH_PORT, COUNTERFOIL_METRICS_TOKEN, COUNTERFOIL_STOP_SECONDS,",
    "OTEL_EXPORTER_OTLP_ENDPOINT and others of OpenTelemetry (docs/operation.md).",
  ].join("\n"),
  options: {},
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    const stop = listenForStop();
    let outcome: StopOutcome = "finished";
    await onDatabase(configuration, async (ports, ownerUrl) => {
      await keepRetention(configuration.databaseUrl, configuration);
      const running = await startLoneWorker(ports, ownerUrl, configuration);
      console.log(running.url === null ? "The worker runs" : `The worker runs; ${running.url}/health tells how it is`);
      await stop.came;
      outcome = await running.stop();
      if (outcome === "cut off") endProcess(outcome);
    });
    stop.end();
    return endProcess(outcome);
  },
};
