import type { Command } from "../command.ts";
import { configurationOptions } from "../configuration/configuration.ts";
import { onDatabase, readServerConfiguration } from "../platform/command-database.ts";
import { keepRetention } from "../platform/keep-retention.ts";
import { startPlatform } from "../platform/platform.ts";
import { refuseTakenPort } from "../platform/port.ts";
import { endProcess } from "../platform/end-process.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { outliveReader } from "../terminal/closed-output.ts";

const { port, host } = configurationOptions;

export const serve: Command = {
  description: [
    "Requires a migrated database. You can run any number of these processes at the same time.",
    "Environment variables, described in docs/settings.md with their units and defaults:",
    "DATABASE_URL, DATABASE_APP_URL, DATABASE_PEOPLE_URL, COUNTERFOIL_HOST, COUNTERFOIL_PORT, COUNTERFOIL_LOG_LEVEL,",
    "COUNTERFOIL_TRUSTED_PROXIES, COUNTERFOIL_EVENT_RETENTION_MONTHS, COUNTERFOIL_REQUESTS_PER_SECOND,",
    "COUNTERFOIL_EVENTS_PER_SECOND, COUNTERFOIL_CORS_ORIGINS, SMTP_URL, MAIL_FROM, COUNTERFOIL_PUBLIC_URL,",
    "COUNTERFOIL_SECRET, COUNTERFOIL_SECRET_OLD, COUNTERFOIL_WEBHOOK_ALLOW, COUNTERFOIL_METRICS_TOKEN,",
    "COUNTERFOIL_STOP_SECONDS, COUNTERFOIL_BODY_MEMORY_MB, COUNTERFOIL_DRAWING_PROCESSES,",
    "COUNTERFOIL_DRAWING_MEMORY_MB, COUNTERFOIL_DRAWING_SECONDS, COUNTERFOIL_DRAWING_QUEUE,",
    "COUNTERFOIL_DRAIN_SECONDS, the COUNTERFOIL_KAFKA_* variables of docs/kafka.md,",
    "and the OTEL_* variables of docs/monitoring.md#traces.",
  ].join("\n"),
  options: { port, host },
  async run(invocation) {
    const configuration = readServerConfiguration(invocation);
    await refuseTakenPort(configuration);
    await onDatabase(configuration, () => keepRetention(configuration.databaseUrl, configuration));
    outliveReader();
    const stop = listenForStop();
    const platform = await startPlatform(configuration.databaseUrl, configuration);
    console.log(`Counterfoil is listening at ${platform.url}`);
    await stop.came;
    const outcome = await platform.stop();
    stop.end();
    return endProcess(outcome);
  },
};
