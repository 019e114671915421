import type { AccountRow, FamilyMember } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";

/** How many levels a family has. */
const LEVELS = 3;
/** How many accounts a family has. A hold under a hard limit of the family reads the usage of all. */
export const MOST_MEMBERS = 200;

/** What a move would put together. */
export interface Move {
  readonly account: Pick<AccountRow, "id" | "testClockId">;
  readonly parent: Pick<AccountRow, "id" | "testClockId">;
  /** The IDs above the new parent, from its parent on. */
  readonly above: readonly string[];
  /** The account and all below it. */
  readonly below: readonly Pick<FamilyMember, "id" | "depth">[];
  /** How many accounts the family of the new parent has, without those that move. */
  readonly others: number;
}

/** Why an account cannot have a parent. Empty if it can. */
export function parentFaults({ account, parent, above, below, others }: Move): Fault[] {
  const refuse = (code: string, detail: string): Fault[] => [{ pointer: "/parentId", code, detail }];
  if (parent.id === account.id) return refuse("own_parent", "An account cannot be its own parent.");
  if (below.some(({ id }) => id === parent.id)) {
    return refuse("below_itself", `${parent.id} is below ${account.id}, so it cannot be its parent.`);
  }
  const height = Math.max(...below.map(({ depth }) => depth)) + 1;
  const levels = above.length + 1 + height;
  if (levels > LEVELS) {
    return refuse("too_deep", `The family would have ${levels} levels. It can have ${LEVELS}.`);
  }
  if (parent.testClockId !== account.testClockId) {
    const detail = "Accounts of a family must have the same test clock, or none.";
    return refuse("other_clock", detail);
  }
  const members = others + below.length;
  if (members > MOST_MEMBERS) {
    return refuse("too_many", `The family would have ${members} accounts. It can have ${MOST_MEMBERS}.`);
  }
  return [];
}
