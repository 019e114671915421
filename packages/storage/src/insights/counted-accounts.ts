/** Half-open days, and whether accounts with a test clock count. */
export interface CountedDays {
  readonly from: string;
  readonly to: string;
  readonly withTestClocks: boolean;
}

/** The number of rows and their sum in a currency. */
export interface TotalRow {
  currency: string;
  count: string;
  amount: string;
}

/**
 * Whether an account counts in the figures of the organization. Accounts with a test clock are left out, because their
 * days are not real, unless the parameter `included` is true. Something without an account always counts.
 */
export function counts(account: string, included: `$${number}`): string {
  return `(${included}::boolean or ${account} is null or ${account} not in (
    select id from account where organization_id = $1 and test_clock_id is not null))`;
}

/** Whether an account is selected: one of the named ones, or every account that counts. */
export const isSelected = (account: string, ids: `$${number}`, included: `$${number}`) =>
  `case when ${ids}::text[] is null then ${counts(account, included)} else ${account} = any(${ids}) end`;
