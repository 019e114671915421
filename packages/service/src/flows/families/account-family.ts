import {
  type AccountRow,
  deleteAccountParent,
  findAccount,
  findAncestors,
  findBelow,
  findWholeFamily,
  lockCreditOf,
  lockFamilies,
  saveAccountParent,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../../context.ts";
import { invalid, notFound, refuseFaults } from "../../errors/index.ts";
import { requireUnchanged } from "../../precondition.ts";
import { audit } from "../../record.ts";
import { tellNow } from "../spend-limits/index.ts";
import { parentFaults } from "./check-parent.ts";

/** The family of the root of an account: the account above all others, and all below it (R-FAM-1). */
export interface AccountFamily {
  accountId: string;
  parentId: string | null;
  /** The account above all others. An account without a family is its own root. */
  rootId: string;
  /** All accounts of the family: parents before their children, and those of one level by name. */
  accounts: FamilyAccount[];
}

export interface FamilyAccount {
  id: string;
  name: string;
  parentId: string | null;
  /** 1 for the root. */
  level: number;
}

export interface AccountFamilyInput {
  /** The ID or an alias of the new parent. Null for none. */
  readonly parentId: string | null;
}

export function getAccountFamily(context: Context, idOrAlias: string): Promise<AccountFamily> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return familyOf(tx, account.id);
  });
}

/**
 * Puts an account with all below it under a parent, or under none. Usage of the current billing period counts toward the limits of the new
 * family at once, so their shares that it has reached are reported.
 */
export function updateAccountFamily(
  context: Context,
  idOrAlias: string,
  { parentId }: AccountFamilyInput,
): Promise<AccountFamily> {
  return transact(context, async (work) => {
    const { tx } = work;
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    await lockFamilies(tx);
    await lockCreditOf(tx, [account.id]);
    const before = await familyOf(tx, account.id);
    await requireUnchanged(work, () => before);
    if (parentId === null) await deleteAccountParent(tx, account.id);
    else await placeUnder(work, account, parentId);
    const after = await familyOf(tx, account.id);
    if (after.parentId === before.parentId) return after;
    await audit(work, {
      action: "account_family.updated",
      objectId: account.id,
      before: { parentId: before.parentId },
      after: { parentId: after.parentId },
    });
    await tellNow(work, await findAncestors(tx, account.id));
    return after;
  });
}

async function placeUnder(work: Work, account: AccountRow, parentId: string): Promise<void> {
  const { tx, clock } = work;
  const parent = await findAccount(tx, parentId);
  if (parent === undefined) {
    const detail = `There is no account ${JSON.stringify(parentId)}.`;
    throw invalid([{ pointer: "/parentId", code: "unknown_account", detail }]);
  }
  const [above, below] = [await findAncestors(tx, parent.id), await findBelow(tx, account.id)];
  const moving = new Set(below.map(({ id }) => id));
  const others = (await findWholeFamily(tx, parent.id)).filter(({ id }) => !moving.has(id)).length;
  refuseFaults(parentFaults({ account, parent, above, below, others }));
  await saveAccountParent(tx, { accountId: account.id, parentId: parent.id, createdAt: clock.now() });
}

async function familyOf(tx: Tx, accountId: string): Promise<AccountFamily> {
  const members = await findWholeFamily(tx, accountId);
  return {
    accountId,
    parentId: members.find(({ id }) => id === accountId)?.parentId ?? null,
    rootId: members[0]?.id ?? accountId,
    accounts: members.map(({ id, name, parentId, depth }) => ({ id, name, parentId, level: depth + 1 })),
  };
}
