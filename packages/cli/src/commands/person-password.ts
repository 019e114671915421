import { randomBytes } from "node:crypto";
import { resetSignIn } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";

const PASSWORD_BYTES = 15;

export const personPassword: Command = {
  description: [
    "Sets another password for a person who cannot get in, prints it once, and ends their sessions.",
    WHICH_DATABASE,
  ].join("\n"),
  options: {
    email: { type: "string", value: "ADDRESS", help: "with which the person signs in (required)" },
    "remove-two-factor": {
      type: "boolean",
      help: "remove the second factor too, for one whose app and codes are lost",
    },
    ...dataOption,
  },
  async run(invocation) {
    const email = invocation.text("email");
    if (email === undefined) throw new CommandError("--email is needed: whose password?", 2);
    const configuration = readConfiguration(invocation, process.env);
    const password = randomBytes(PASSWORD_BYTES).toString("base64url");
    const isFound = await onDatabase(configuration, async (ports, ownerUrl) => {
      const identity = await openOwnIdentity(ownerUrl, configuration, ports);
      try {
        const removesTwoFactor = invocation.flag("remove-two-factor");
        return await resetSignIn({ ...ports, identity }, email, { password, removesTwoFactor });
      } finally {
        await identity.close();
      }
    });
    if (!isFound) throw new CommandError(`Nobody signs in with ${email}.`);
    console.log(`Password  ${password}\nIt is shown only now. Every session of ${email} has ended.`);
    return 0;
  },
};
