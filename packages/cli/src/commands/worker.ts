import type { Command } from "../command.ts";
import { onDatabase, readServerConfiguration } from "../platform/command-database.ts";
import { endProcess } from "../platform/end-process.ts";
import { keepRetention } from "../platform/keep-retention.ts";
import { startLoneWorker } from "../platform/lone-worker.ts";
import { listenForStop } from "../platform/stop-request.ts";
import type { StopOutcome } from "../platform/stop-within.ts";
import { outliveReader } from "../terminal/closed-output.ts";

export const worker: Command = {
  description: [
    "Requires a migrated database. You can run any number of these processes at the same time.",
    "Environment variables, described in docs/settings.md with their units and defaults:",
    "DATABASE_URL, DATABASE_APP_URL, DATABASE_PEOPLE_URL, COUNTERFOIL_LOG_LEVEL, COUNTERFOIL_EVENT_RETENTION_MONTHS,",
    "SMTP_URL, MAIL_FROM, COUNTERFOIL_PUBLIC_URL, COUNTERFOIL_SECRET, COUNTERFOIL_SECRET_OLD,",
    "COUNTERFOIL_CLICKHOUSE_URL, COUNTERFOIL_CLICKHOUSE_DATABASE, COUNTERFOIL_CLICKHOUSE_CLUSTER,",
    "COUNTERFOIL_EVENT_HOT_DAYS,",
    "COUNTERFOIL_WEBHOOK_ALLOW, COUNTERFOIL_HOST, COUNTERFOIL_HEALTH_PORT, COUNTERFOIL_METRICS_TOKEN,",
    "COUNTERFOIL_STOP_SECONDS, the COUNTERFOIL_KAFKA_* variables of docs/kafka.md,",
    "and the OTEL_* variables of docs/monitoring.md#traces.",
  ].join("\n"),
  options: {},
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    outliveReader();
    const stop = listenForStop();
    let outcome: StopOutcome = "finished";
    await onDatabase(configuration, async (ports, ownerUrl) => {
      await keepRetention(configuration.databaseUrl, configuration);
      const running = await startLoneWorker(ports, ownerUrl, configuration);
      console.log(
        running.url === null
          ? "The worker is running"
          : `The worker is running; its health is at ${running.url}/health`,
      );
      await stop.came;
      outcome = await running.stop();
      if (outcome === "cut off") endProcess(outcome);
    });
    stop.end();
    return endProcess(outcome);
  },
};
