import { randomBytes } from "node:crypto";
import { resetSignIn } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";

const PASSWORD_BYTES = 15;

export const personPassword: Command = {
  description: [
    "For a person who cannot sign in. Prints the new password once, and ends all their sessions.",
    WHICH_DATABASE,
  ].join("\n"),
  example: "person password --email ada@example.com",
  options: {
    email: { type: "string", value: "ADDRESS", help: "Email address for sign-in (required)" },
    "remove-two-factor": {
      type: "boolean",
      help: "Also remove the second factor, if the app and recovery codes are lost",
    },
    ...dataOption,
  },
  async run(invocation) {
    const email = invocation.text("email");
    if (email === undefined) throw new CommandError("--email is required: the person whose password to set.", 2);
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
    if (!isFound) throw new CommandError(`No person signs in with ${email}.`);
    console.log(`Password  ${password}\nThe password is shown only once. All sessions of ${email} have ended.`);
    return 0;
  },
};
