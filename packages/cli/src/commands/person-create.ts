import { randomBytes } from "node:crypto";
import { addPerson, DomainError, isEmailAddress, isRole, ROLES } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";
import { commandContext } from "../platform/ports.ts";

const PASSWORD_BYTES = 15;

export const personCreate: Command = {
  description: [
    "Prints a generated password once. Create the first owner of an organization this way; the owner can invite",
    "others.",
    WHICH_DATABASE,
  ].join("\n"),
  example: "person create --organization Acme --email ada@example.com",
  options: {
    organization: organizationOption,
    email: { type: "string", value: "ADDRESS", help: "Email address for sign-in (required)" },
    name: { type: "string", value: "TEXT", help: "Name of the person (default: the email address)" },
    role: { type: "string", value: "ROLE", help: `${ROLES.join(", ")} (default: owner)` },
    ...dataOption,
    json: { type: "boolean", help: "Print {id, organizationId, email, role, password}" },
  },
  async run(invocation) {
    const email = invocation.text("email") ?? "";
    const role = invocation.text("role") ?? "owner";
    if (!isEmailAddress(email))
      throw new CommandError("--email is required: one email address such as ada@example.com.", 2);
    if (!isRole(role)) throw new CommandError(`Unknown role "${role}"; expected ${ROLES.join(", ")}.`, 2);
    const configuration = readConfiguration(invocation, process.env);
    const password = randomBytes(PASSWORD_BYTES).toString("base64url");
    const made = await onDatabase(configuration, async (ports, ownerUrl) => {
      const { id: organizationId } = await chooseOrganization(ownerUrl, invocation.text("organization"));
      const identity = await openOwnIdentity(ownerUrl, configuration, ports);
      try {
        const context = commandContext(ports, organizationId, "person create");
        const person = { email, name: invocation.text("name") ?? email, password, role };
        return { ...(await addPerson(context, identity, person)), organizationId };
      } catch (cause) {
        if (!(cause instanceof DomainError)) throw cause;
        throw new CommandError(
          `${cause.message} Invite the person instead, or set a new password with "counterfoil person password".`,
          1,
          {
            cause,
          },
        );
      } finally {
        await identity.close();
      }
    });
    if (invocation.flag("json")) console.log(JSON.stringify({ ...made, email, role, password }));
    else console.log(`Sign-in   ${email}\nPassword  ${password}\nThe password is shown only once. Role: ${role}.`);
    return 0;
  },
};
