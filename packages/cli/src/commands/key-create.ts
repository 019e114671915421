import { createApiKey, type KeyScope, SCOPES } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";

export const keyCreate: Command = {
  description: ["Prints the key once; Counterfoil stores only its hash.", WHICH_DATABASE].join("\n"),
  example: 'key create --organization Acme --name "Usage collector" --scopes ingest',
  options: {
    organization: organizationOption,
    name: { type: "string", value: "TEXT", help: "Name of the key (required)" },
    scopes: { type: "string", value: "LIST", help: `Comma-separated scopes: ${SCOPES.join(",")} (default: read)` },
    expires: {
      type: "string",
      value: "TIME",
      help: "When the key expires, such as 2030-01-31T00:00:00Z (default: never)",
    },
    ...dataOption,
    json: { type: "boolean", help: "Print {id, organizationId, name, scopes, expiresAt, apiKey}" },
  },
  async run(invocation) {
    const name = invocation.text("name");
    const { scopes, faults } = readScopes(invocation.text("scopes") ?? "read");
    if (name === undefined || name.trim() === "") faults.unshift("--name is required: the name of the key.");
    const { expiresAt, fault } = readExpiry(invocation.text("expires"));
    if (fault !== undefined) faults.push(fault);
    if (faults.length > 0) throw new CommandError(faults.join("\n"), 2);
    const configuration = readConfiguration(invocation, process.env);
    const key = await onDatabase(configuration, async (ports, ownerUrl) => {
      const { id } = await chooseOrganization(ownerUrl, invocation.text("organization"));
      const made = await createApiKey(commandContext(ports, id, "key create"), { name: name ?? "", scopes, expiresAt });
      return { ...made, organizationId: id };
    });
    const { id, organizationId, token: apiKey } = key;
    if (invocation.flag("json")) {
      console.log(JSON.stringify({ id, organizationId, name, scopes: key.scopes, expiresAt: key.expiresAt, apiKey }));
    } else console.log(`${apiKey}\nThe key is shown only once. Scopes: ${key.scopes.join(", ")}.`);
    return 0;
  },
};

function readScopes(text: string): { scopes: KeyScope[]; faults: string[] } {
  const words = text.split(",").map((word) => word.trim());
  const scopes = SCOPES.filter((scope) => words.includes(scope));
  const unknown = words.filter((word) => !SCOPES.some((scope) => scope === word));
  const faults = unknown.map((word) => `Unknown scope "${word}"; expected ${SCOPES.join(", ")}.`);
  return { scopes, faults };
}

function readExpiry(text: string | undefined): { expiresAt: string | null; fault?: string } {
  if (text === undefined) return { expiresAt: null };
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds))
    return {
      expiresAt: null,
      fault: `--expires is "${text}"; expected an ISO 8601 time, such as 2030-01-31T00:00:00Z.`,
    };
  return { expiresAt: new Date(milliseconds).toISOString() };
}
