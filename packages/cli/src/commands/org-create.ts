import { createOrganization } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";

export const orgCreate: Command = {
  description: ["Prints the API key once; Counterfoil stores only its hash.", WHICH_DATABASE].join("\n"),
  example: "org create --name Acme --currency EUR --timezone Europe/Berlin",
  options: {
    name: { type: "string", value: "TEXT", help: "Name of the business (required)" },
    sandbox: { type: "boolean", help: "Create a sandbox: it can use test clocks and sends nothing outside" },
    currency: { type: "string", value: "CODE", help: "Default currency, such as EUR (default: USD)" },
    timezone: { type: "string", value: "ZONE", help: "Time zone, such as Europe/Berlin (default: UTC)" },
    ...dataOption,
    json: { type: "boolean", help: "Print {organizationId, name, sandbox, apiKey}" },
  },
  async run(invocation) {
    const [name, defaultCurrency, timezone] = ["name", "currency", "timezone"].map((option) => invocation.text(option));
    if (name === undefined || name.trim() === "")
      throw new CommandError("--name is required: the name of the business.", 2);
    const sandbox = invocation.flag("sandbox");
    const { organization, key } = await onDatabase(readConfiguration(invocation, process.env), (ports) =>
      createOrganization(commandContext(ports, ports.ids.next("org"), "org create"), {
        name,
        sandbox,
        ...(defaultCurrency === undefined ? {} : { defaultCurrency }),
        ...(timezone === undefined ? {} : { timezone }),
      }),
    );
    const made = { organizationId: organization.id, name, sandbox, apiKey: key.token };
    if (invocation.flag("json")) console.log(JSON.stringify(made));
    else
      console.log(
        `Organization  ${organization.id}\nAPI key       ${key.token}\nThe key is shown only once. Scopes: ${key.scopes.join(", ")}.`,
      );
    return 0;
  },
};
