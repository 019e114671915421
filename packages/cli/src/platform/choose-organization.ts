import { type CommandOption, CommandError } from "../command.ts";
import { type FoundOrganization, listOrganizations } from "../start/organizations.ts";
import { asOwner } from "./owner-connection.ts";

export const organizationOption = {
  type: "string",
  value: "ID",
  help: "the organization's id or name; may be left out where there is one",
} as const satisfies CommandOption;

/** The organization that was asked for; without a word the only one there is. */
export async function chooseOrganization(ownerUrl: string, asked: string | undefined): Promise<FoundOrganization> {
  const organizations = await asOwner(ownerUrl, listOrganizations);
  const found =
    asked === undefined ? organizations : organizations.filter(({ id, name }) => id === asked || name === asked);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const list = (found.length > 1 ? found : organizations).map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (list === "")
    throw new CommandError('There is no organization yet: make one with "npm run counterfoil -- org create".');
  const refusal =
    asked === undefined || found.length > 1 ? "Which organization?" : `There is no organization "${asked}".`;
  throw new CommandError(`${refusal} Name one with --organization:\n${list}`, 2);
}
