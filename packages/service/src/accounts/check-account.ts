import { isCurrency, isTimeZone } from "@counterfoil/engine";
import { type AccountRow, findTakenAliases, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { electronicPartyFaults } from "../e-invoice-fields/index.ts";
import { isLocale } from "../locale.ts";
import { taxRateFaults } from "../tax/index.ts";

/**
 * Everything that is wrong with an account as it would be written, each member by name. Tax rates are looked at where the
 * caller names them: one that the account has may have been archived since.
 */
export async function accountFaults(tx: Tx, account: AccountRow, taxRateIds: readonly string[] = []): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (!isCurrency(account.currency)) {
    faults.push({ pointer: "/currency", code: "unknown_currency", detail: `${account.currency} is no ISO 4217 code.` });
  }
  if (account.timezone !== null && !isTimeZone(account.timezone)) {
    const detail = `${account.timezone} is no IANA time zone name such as Europe/Berlin.`;
    faults.push({ pointer: "/timezone", code: "unknown_timezone", detail });
  }
  if (account.locale !== null && !isLocale(account.locale)) {
    const detail = `${account.locale} is not a language tag. Use one such as en-US.`;
    faults.push({ pointer: "/locale", code: "unknown_locale", detail });
  }
  faults.push(...electronicPartyFaults(account));
  if (account.contacts.filter((contact) => contact.isPrimary).length > 1) {
    const detail = "At most one contact can be the primary one.";
    faults.push({ pointer: "/contacts", code: "several_primary_contacts", detail });
  }
  const taken = new Set(await findTakenAliases(tx, account.aliases, account.id));
  account.aliases.forEach((alias, index) => {
    const pointer = `/aliases/${index}`;
    if (taken.has(alias)) {
      faults.push({ pointer, code: "alias_taken", detail: `Another account is already known as ${alias}.` });
    } else if (account.aliases.indexOf(alias) !== index) {
      faults.push({ pointer, code: "alias_repeated", detail: `${alias} is named twice.` });
    }
  });
  faults.push(...(await taxRateFaults(tx, taxRateIds, "/taxRateIds")));
  return faults;
}
