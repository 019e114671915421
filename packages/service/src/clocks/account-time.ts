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

/** The zone in which an account's billing dates are dates: its own, else the organization's (R-TIME-1). */
export function accountTimeZone(
  account: Pick<AccountRow, "timezone">,
  organization: Pick<OrganizationRow, "timezone">,
): string {
  return account.timezone ?? organization.timezone;
}

/** The same, of an account by its id. */
export async function findTimeZone(tx: Tx, accountId: string): Promise<string> {
  const account = await findAccount(tx, accountId);
  return accountTimeZone(account ?? { timezone: null }, await getOrganization(tx));
}

/** The present as the account sees it: its test clock's frozen time, else the context's clock (R-TIME-4). */
export async function accountNow(
  work: Pick<Work, "tx" | "clock">,
  account: Pick<AccountRow, "testClockId">,
): Promise<string> {
  const testClock = account.testClockId === null ? undefined : await findTestClock(work.tx, account.testClockId);
  return testClock?.frozenTime ?? work.clock.now();
}

/** The same work by the account's clock: what it writes carries the time that the account lives in. */
export async function onAccountClock(work: Work, account: Pick<AccountRow, "testClockId"> | undefined): Promise<Work> {
  return account === undefined ? work : { ...work, clock: fixedClock(await accountNow(work, account)) };
}
