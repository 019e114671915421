import { DomainError, erasePerson } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";

export const personErase: Command = {
  description: [
    "Deletes the person permanently, in every organization, and removes their name and address from audit logs and",
    "other records. Fails for the last owner of an organization.",
    WHICH_DATABASE,
    "See docs/export-and-erasure.md.",
  ].join("\n"),
  example: "person erase --email bob@example.com",
  options: {
    email: { type: "string", value: "ADDRESS", help: "Email address for sign-in (required)" },
    ...dataOption,
    json: { type: "boolean", help: "Print {personId, erasedAt, auditEntries, kept}" },
  },
  async run(invocation) {
    const email = invocation.text("email");
    if (email === undefined) throw new CommandError("--email is required: the person to erase.", 2);
    const configuration = readConfiguration(invocation, process.env);
    const erased = await onDatabase(configuration, async (ports, ownerUrl) => {
      const identity = await openOwnIdentity(ownerUrl, configuration, ports);
      try {
        return await erasePerson({ ...ports, identity }, email);
      } catch (cause) {
        throw cause instanceof DomainError ? new CommandError(cause.message, 1, { cause }) : cause;
      } finally {
        await identity.close();
      }
    });
    if (erased === undefined) throw new CommandError(`No person signs in with ${email}.`);
    if (invocation.flag("json")) console.log(JSON.stringify(erased));
    else
      console.log(
        `Erased ${erased.personId}, and removed their data from ${erased.auditEntries} audit log entries. The ID remains, but no longer identifies anyone.`,
      );
    return 0;
  },
};
