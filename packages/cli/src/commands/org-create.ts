import { createOrganization } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext } from "../platform/ports.ts";

export const orgCreate: Command = {
  description: ["Makes an organization and prints its first key, which is shown only once.", WHICH_DATABASE].join("\n"),
  options: {
    name: { type: "string", value: "TEXT", help: "what the business is called (required)" },
    sandbox: { type: "boolean", help: "it may use test clocks and sends nothing outside" },
    currency: { type: "string", value: "CODE", help: "its default currency, such as EUR; USD by default" },
    timezone: { type: "string", value: "ZONE", help: "its time zone, such as Europe/Berlin; UTC by default" },
    ...dataOption,
    json: { type: "boolean", help: "print {organizationId, name, sandbox, apiKey}" },
  },
  async run(invocation) {
    const [name, defaultCurrency, timezone] = ["name", "currency", "timezone"].map((option) => invocation.text(option));
    if (name === undefined || name.trim() === "")
      throw new CommandError("--name is needed: what is the business called?", 2);
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
        `Organization  ${organization.id}\nAPI key       ${key.token}\nThe key is shown only now. Its scopes: ${key.scopes.join(", ")}.`,
      );
    return 0;
  },
};
