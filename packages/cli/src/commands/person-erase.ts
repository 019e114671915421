import { DomainError, erasePerson } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";

export const personErase: Command = {
  description: [
    "Removes a person who signs in, from every organization, and takes their name and address out of whatever is written about",
    "them, for good. The last owner of an organization stays.",
    WHICH_DATABASE,
    "docs/export-and-erasure.md tells more.",
  ].join("\n"),
  options: {
    email: { type: "string", value: "ADDRESS", help: "with which the person signs in (required)" },
    ...dataOption,
    json: { type: "boolean", help: "print {personId, erasedAt, auditEntries, kept}" },
  },
  async run(invocation) {
    const email = invocation.text("email");
    if (email === undefined) throw new CommandError("--email is needed: who is to be erased?", 2);
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
    if (erased === undefined) throw new CommandError(`Nobody signs in with ${email}.`);
    if (invocation.flag("json")) console.log(JSON.stringify(erased));
    else
      console.log(
        `Erased ${erased.personId}, in ${erased.auditEntries} entries of audit logs too. The id stays, and leads to nobody.`,
      );
    return 0;
  },
};
