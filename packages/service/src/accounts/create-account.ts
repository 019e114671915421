import { findTestClock, getOrganization, insertAccount } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit, notify } from "../record.ts";
import { bindUnmatchedEvents } from "../events/index.ts";
import { type Account, type AccountInput, toAccount } from "./account.ts";
import { applyAccountInput } from "./apply-account-input.ts";
import { accountFaults } from "./check-account.ts";

/**
 * Creates an account. Names each invalid member: an unknown currency, zone or test clock, or an alias that is taken.
 */
export function createAccount(
  context: Context,
  input: AccountInput & { name: string; testClockId?: string | null },
): Promise<Account> {
  return transact(context, async (work) => {
    const { tx, ids } = work;
    const organization = await getOrganization(tx);
    const { testClockId = null, ...members } = input;
    const testClock = testClockId === null ? null : await findTestClock(tx, testClockId);
    const now = testClock?.frozenTime ?? work.clock.now();
    const empty = {
      id: ids.next("acct"),
      name: input.name,
      aliases: [],
      contacts: [],
      billingAddress: null,
      currency: organization.defaultCurrency,
      billingEmail: null,
      taxId: null,
      taxStatus: null,
      taxCountry: null,
      taxRateIds: [],
      timezone: null,
      locale: null,
      electronicAddress: null,
      buyerReference: null,
      registrationNumber: null,
      registrationScheme: null,
      eInvoiceProfile: null,
      testClockId,
      createdAt: now,
      updatedAt: now,
    };
    const account = applyAccountInput(empty, members, ids);
    const faults = await accountFaults(tx, account, input.taxRateIds);
    if (testClock === undefined) {
      const detail = `There is no test clock ${JSON.stringify(testClockId)}.`;
      faults.push({ pointer: "/testClockId", code: "unknown_test_clock", detail });
    }
    refuseFaults(faults);
    await insertAccount(tx, account);
    await bindUnmatchedEvents(work, account);
    const created = toAccount(account);
    await audit(work, { action: "account.created", objectId: account.id, after: created });
    await notify(work, "account.created", account.id, created);
    return created;
  });
}
