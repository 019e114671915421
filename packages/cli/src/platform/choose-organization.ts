import { type CommandOption, CommandError } from "../command.ts";
import { type FoundOrganization, listOrganizations } from "../start/organizations.ts";
import { asOwner } from "./owner-connection.ts";

export const organizationOption = {
  type: "string",
  value: "ID",
  help: "the organization's id or name; may be left out where there is one",
} as const satisfies CommandOption;

export const organizationsOption = {
  type: "string",
  value: "ID",
  help: "only this organization, by its id or name",
} as const satisfies CommandOption;

/** The organization that was asked for; without a word the only one there is. */
export async function chooseOrganization(ownerUrl: string, asked: string | undefined): Promise<FoundOrganization> {
  const found = await chooseOrganizations(ownerUrl, asked);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new CommandError(`Which organization? ${naming(found)}`, 2);
}

/**
 * Those that were asked for; without a word all there are. Never none: a check that looked at nothing would find everything as it
 * should be. A name may be that of several.
 */
export async function chooseOrganizations(
  ownerUrl: string,
  asked: string | undefined,
): Promise<readonly FoundOrganization[]> {
  const organizations = await asOwner(ownerUrl, listOrganizations);
  if (organizations.length === 0) {
    throw new CommandError('There is no organization yet: make one with "npm run counterfoil -- org create".');
  }
  if (asked === undefined) return organizations;
  const found = organizations.filter(({ id, name }) => id === asked || name === asked);
  if (found.length > 0) return found;
  throw new CommandError(`There is no organization "${asked}". ${naming(organizations)}`, 2);
}

function naming(organizations: readonly FoundOrganization[]): string {
  return `Name one with --organization:\n${organizations.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`;
}
