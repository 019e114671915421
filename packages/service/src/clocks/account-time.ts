import {
  type AccountRow,
  findAccount,
  findTestClock,
  getOrganization,
  type OrganizationRow,
  type Tx,
} from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import type { Work } from "../context.ts";

/** The zone of an account's billing dates: its own, or else the organization's (R-TIME-1). */
export function accountTimeZone(
  account: Pick<AccountRow, "timezone">,
  organization: Pick<OrganizationRow, "timezone">,
): string {
  return account.timezone ?? organization.timezone;
}

/** The time zone of the account with this ID. */
export async function findTimeZone(tx: Tx, accountId: string): Promise<string> {
  const account = await findAccount(tx, accountId);
  return accountTimeZone(account ?? { timezone: null }, await getOrganization(tx));
}

/** The account's current time: its test clock's frozen time, or else the context's clock (R-TIME-4). */
export async function accountNow(
  work: Pick<Work, "tx" | "clock">,
  account: Pick<AccountRow, "testClockId">,
): Promise<string> {
  const testClock = account.testClockId === null ? undefined : await findTestClock(work.tx, account.testClockId);
  return testClock?.frozenTime ?? work.clock.now();
}

/** The same work by the account's clock, so that everything it writes has the account's time. */
export async function onAccountClock(work: Work, account: Pick<AccountRow, "testClockId"> | undefined): Promise<Work> {
  return account === undefined ? work : { ...work, clock: fixedClock(await accountNow(work, account)) };
}
