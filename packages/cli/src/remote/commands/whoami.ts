import { performance } from "node:perf_hooks";
import type { Command } from "../../command.ts";
import { printFacts, printJson, shownKey } from "../print.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote-server.ts";

export const whoami: Command = {
  description: `Shows which server and organization the other commands use, and whether the key works.\n${WHICH_SERVER}`,
  example: "whoami --profile staging",
  options: {
    ...profileOption,
    json: { type: "boolean", help: "Print {profile, url, organizationId, organizationName, sandbox, version, …}" },
  },
  run: (invocation) =>
    onServer(invocation, async ({ client, profile, url, apiKey, clock }) => {
      // The first request also opens the connection, so the second one shows the latency.
      await client.organization.get();
      const began = performance.now();
      const { result: organization, headers } = await client.organization.get().answer();
      const milliseconds = Math.round(performance.now() - began);
      const version = headers.get("Counterfoil-Version");
      const ahead = clock.aheadSeconds();
      if (invocation.flag("json")) {
        const { id, name, sandbox } = organization;
        const clockAheadSeconds = ahead === null ? null : Math.round(ahead);
        const facts = { profile, url, organizationId: id, organizationName: name, sandbox, apiVersion: version };
        printJson({ ...facts, milliseconds, clockAheadSeconds }, true);
        return 0;
      }
      printFacts([
        ["Organization", `${organization.name} (${organization.id})${organization.sandbox ? ", sandbox" : ""}`],
        ["Server", `${url}, ${milliseconds} ms`],
        ["API version", version],
        ["Profile", profile ?? "none: COUNTERFOIL_URL and COUNTERFOIL_API_KEY"],
        ["Key", shownKey(apiKey)],
      ]);
      return 0;
    }),
};
