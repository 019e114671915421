import { type CommandOption, CommandError } from "../command.ts";
import { INVOCATION } from "../invocation.ts";
import { type FoundOrganization, listOrganizations } from "../start/organizations.ts";
import { asOwner } from "./owner-connection.ts";

export const organizationOption = {
  type: "string",
  value: "ID",
  help: "Organization, by ID or name; optional if there is only one",
} as const satisfies CommandOption;

export const organizationsOption = {
  type: "string",
  value: "ID",
  help: "Only this organization, by ID or name (default: all)",
} as const satisfies CommandOption;

/** The given organization; without one, the only organization of the database. */
export async function chooseOrganization(ownerUrl: string, asked: string | undefined): Promise<FoundOrganization> {
  const found = await chooseOrganizations(ownerUrl, asked);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new CommandError(`There are several organizations. ${naming(found)}`, 2);
}

/**
 * The organizations with the given ID or name, or all of them. Several can have the same name. Never returns an empty
 * list: a check of nothing would report success.
 */
export async function chooseOrganizations(
  ownerUrl: string,
  asked: string | undefined,
): Promise<readonly FoundOrganization[]> {
  const organizations = await asOwner(ownerUrl, listOrganizations);
  if (organizations.length === 0) {
    throw new CommandError(`There is no organization yet. Create one with "${INVOCATION} org create".`);
  }
  if (asked === undefined) return organizations;
  const found = organizations.filter(({ id, name }) => id === asked || name === asked);
  if (found.length > 0) return found;
  throw new CommandError(`There is no organization "${asked}". ${naming(organizations)}`, 2);
}

function naming(organizations: readonly FoundOrganization[]): string {
  return `Choose one with --organization:\n${organizations.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`;
}
