import { randomBytes } from "node:crypto";
import { addPerson, DomainError, isRole, ROLES } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganization, organizationOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { openOwnIdentity } from "../platform/identity.ts";
import { commandContext } from "../platform/ports.ts";

const PASSWORD_BYTES = 15;

export const personCreate: Command = {
  description: [
    "Makes a person who signs in, with a password that is printed once: the first owner of an organization, who invites the others.",
    WHICH_DATABASE,
  ].join("\n"),
  options: {
    organization: organizationOption,
    email: { type: "string", value: "ADDRESS", help: "with which the person signs in (required)" },
    name: { type: "string", value: "TEXT", help: "the person's name; the address by default" },
    role: { type: "string", value: "ROLE", help: `one of ${ROLES.join(", ")}; owner by default` },
    ...dataOption,
    json: { type: "boolean", help: "print {id, organizationId, email, role, password}" },
  },
  async run(invocation) {
    const email = invocation.text("email") ?? "";
    const role = invocation.text("role") ?? "owner";
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new CommandError("--email is needed: one e-mail address.", 2);
    if (!isRole(role)) throw new CommandError(`There is no role "${role}": roles are ${ROLES.join(", ")}.`, 2);
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
        throw new CommandError(`${cause.message} Invite them instead, or set it: counterfoil person password.`, 1, {
          cause,
        });
      } finally {
        await identity.close();
      }
    });
    if (invocation.flag("json")) console.log(JSON.stringify({ ...made, email, role, password }));
    else console.log(`Sign-in   ${email}\nPassword  ${password}\nThe password is shown only now. Role: ${role}.`);
    return 0;
  },
};
