import { type AccountRow, findTakenAliases, type Tx } from "@counterfoil/storage";
import { countryFaults, currencyFaults, timeZoneFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";
import { electronicPartyFaults } from "../e-invoice-fields/index.ts";
import { isLocale } from "../locale.ts";
import { taxRateFaults } from "../tax/index.ts";

/**
 * Everything that is wrong with an account to be written, each fault with its member. Tax rates are checked only if the
 * caller names them, because a rate that the account already has may have been archived since. Codes are checked only if
 * they change, because an account may have one from before they were checked.
 */
export async function accountFaults(
  tx: Tx,
  account: AccountRow,
  taxRateIds: readonly string[] = [],
  before?: AccountRow,
): Promise<Fault[]> {
  const changed = (member: "currency" | "timezone" | "taxCountry") =>
    account[member] === before?.[member] ? null : account[member];
  const faults: Fault[] = [
    ...currencyFaults("/currency", changed("currency")),
    ...timeZoneFaults("/timezone", changed("timezone")),
    ...countryFaults("/taxCountry", changed("taxCountry")),
  ];
  if (account.locale !== null && !isLocale(account.locale)) {
    const detail = `${account.locale} is not a language tag. Use one such as en-US.`;
    faults.push({ pointer: "/locale", code: "unknown_locale", detail });
  }
  faults.push(...electronicPartyFaults(account));
  if (account.contacts.filter((contact) => contact.isPrimary).length > 1) {
    const detail = "Only one contact can be primary. Set isPrimary to false on the others.";
    faults.push({ pointer: "/contacts", code: "several_primary_contacts", detail });
  }
  const taken = new Set(await findTakenAliases(tx, account.aliases, account.id));
  account.aliases.forEach((alias, index) => {
    const pointer = `/aliases/${index}`;
    if (taken.has(alias)) {
      faults.push({
        pointer,
        code: "alias_taken",
        detail: `${alias} is already the ID or an alias of an account. Choose another alias.`,
      });
    } else if (account.aliases.indexOf(alias) !== index) {
      faults.push({ pointer, code: "alias_repeated", detail: `${alias} is listed twice. List each alias once.` });
    }
  });
  faults.push(...(await taxRateFaults(tx, taxRateIds, "/taxRateIds")));
  return faults;
}
