import { CommandError } from "../../command.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import { reachServer } from "../../platform/command-server.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDatabase } from "./check-database.ts";
import { checkProcess } from "./check-process.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { fault, type Finding } from "./finding.ts";

/** Checks the installation, prints the findings, and returns the number of faults. Changes nothing. */
export async function checkInstallation(configuration: Configuration, json: boolean): Promise<number> {
  const findings = [...(await onServer(configuration)), ...(await checkProcess(configuration))];
  if (json) console.log(JSON.stringify({ findings }));
  else console.log(findings.map(findingText).join("\n"));
  return findings.filter(({ status }) => status === "fault").length;
}

async function onServer(configuration: Configuration): Promise<Finding[]> {
  try {
    const server = await reachServer(configuration);
    try {
      const { ownerUrl } = server;
      return [
        ...(await checkDatabase(ownerUrl)),
        ...(await checkBackups(ownerUrl, configuration)),
        ...(await checkWebhooks(ownerUrl, configuration.webhookTargets)),
      ];
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [fault("PostgreSQL", "not usable", error.message)];
  }
}

const SIGNS: Readonly<Record<Finding["status"], string>> = { ok: "✓", warning: "!", fault: "✗" };

function findingText({ check, status, found, remedy }: Finding): string {
  return `${SIGNS[status]} ${check.padEnd(12)}${found}${remedy === null ? "" : `\n  ${" ".repeat(12)}${remedy}`}`;
}
