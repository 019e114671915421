import type { Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { loadDemonstration } from "../demonstration/load-demonstration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { listenForStop } from "../platform/stop-request.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const seed: Command = {
  description: [
    "Creates a sandbox organization with accounts, contracts, usage, and invoices of 14 months. Prints its API key",
    "once.",
    WHICH_DATABASE,
  ].join("\n"),
  options: { ...dataOption, json: { type: "boolean", help: "Print {organizationId, name, apiKey}" } },
  async run(invocation) {
    const stop = listenForStop();
    const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
    const made = await onDatabase(readConfiguration(invocation, process.env), (ports, ownerUrl) =>
      steps.run("Demo data", async (progress) => {
        const organizationId = ports.ids.next("org");
        return {
          ...(await loadDemonstration(ownerUrl, { ports, organizationId, progress, signal: stop.signal })),
          organizationId,
        };
      }),
    );
    stop.end();
    const { organizationId, name, apiKey } = made;
    if (invocation.flag("json")) console.log(JSON.stringify({ organizationId, name, apiKey }));
    else console.log(`Organization  ${organizationId}\nAPI key       ${apiKey}`);
    return 0;
  },
};
