import { findAllBelow, type SpendLimitRow, type Tx } from "@counterfoil/storage";
import type { OpenLimit } from "./open-limits.ts";
import type { AccountCredit } from "./running-credit.ts";

/** Chooses limits of families. */
export type LimitChoice = (row: SpendLimitRow) => boolean;

export const isHard: LimitChoice = ({ enforcement }) => enforcement === "hard";

/** The accounts whose families count toward limits of an account. Empty if its limits count only its own usage. */
export function familyOwners({ limits }: Pick<AccountCredit, "limits">, isChosen: LimitChoice): string[] {
  const rows = limits.map(({ row }) => row).filter((row) => row.appliesTo === "family" && isChosen(row));
  return [...new Set(rows.map(({ accountId }) => accountId))];
}

/** The other accounts whose usage counts toward limits of an account, by ID. */
export async function findRelatives(tx: Tx, credit: AccountCredit, isChosen: LimitChoice): Promise<string[]> {
  const owners = familyOwners(credit, isChosen);
  if (owners.length === 0) return [];
  return (await findAllBelow(tx, owners)).filter((id) => id !== credit.account.id);
}

/** A limit with the latest start of a billing period that counts for any of several accounts. They may have different time zones. */
export function withLatestStart(limit: OpenLimit, others: readonly Pick<AccountCredit, "limits">[]): OpenLimit {
  let latest = limit;
  for (const other of others.flatMap(({ limits }) => limits)) {
    if (other.row.id === limit.row.id && (other.startsAt ?? "") > (latest.startsAt ?? "")) latest = other;
  }
  return { ...limit, startsOn: latest.startsOn, startsAt: latest.startsAt };
}
