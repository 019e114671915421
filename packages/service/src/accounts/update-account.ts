import {
  findAccount,
  getOrganization,
  lockAccount,
  lockSubscriptionsInZone,
  updateAccount as saveAccount,
} from "@counterfoil/storage";
import { followTimeZone } from "./follow-time-zone.ts";
import { type Context, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit, notify } from "../record.ts";
import { bindUnmatchedEvents } from "../events/index.ts";
import { type Account, type AccountInput, toAccount } from "./account.ts";
import { accountTimeZone } from "../clocks/index.ts";
import { applyAccountInput } from "./apply-account-input.ts";
import { accountFaults } from "./check-account.ts";
import { requireNothingLeft } from "./keep-currency.ts";
import { requireUnchanged } from "../precondition.ts";

/** Changes the given members of an account. Lists are replaced as a whole. */
export function updateAccount(context: Context, idOrAlias: string, input: AccountInput): Promise<Account> {
  return transact(context, async (work) => {
    const seen = await findAccount(work.tx, idOrAlias);
    if (seen === undefined) throw notFound("account", idOrAlias);
    // Subscriptions are locked before their account, as everywhere. They follow its zone.
    if (input.timezone !== undefined) await lockSubscriptionsInZone(work.tx, seen.id);
    const before = (await lockAccount(work.tx, seen.id)) ?? seen;
    await requireUnchanged(work, () => toAccount(before));
    const account = { ...applyAccountInput(before, input, work.ids), updatedAt: work.clock.now() };
    refuseFaults(await accountFaults(work.tx, account, input.taxRateIds, before));
    if (account.currency !== before.currency) await requireNothingLeft(work, before);
    await saveAccount(work.tx, account);
    const organization = await getOrganization(work.tx);
    const [from, to] = [accountTimeZone(before, organization), accountTimeZone(account, organization)];
    await followTimeZone(work, account.id, from, to);
    // Batches of events come after everything that counts them.
    await bindUnmatchedEvents(work, account);
    const updated = toAccount(account);
    await audit(work, { action: "account.updated", objectId: account.id, before: toAccount(before), after: updated });
    await notify(work, "account.updated", account.id, updated);
    return updated;
  });
}
