import { findRunningSubscriptions } from "@counterfoil/storage";
import { loadContracts } from "../billing/load-contracts.ts";
import { type Context, transact } from "../context.ts";
import { regrant } from "./regrant.ts";

/** Subscriptions derived in one transaction. */
const CLAIM = 500;

/**
 * Derives anew what every subscription of the organization grants that runs or ran: for a release that derives it in another
 * way, and to prove that it is what it should be. Answers how many there were.
 */
export async function rebuildGrants(context: Context): Promise<number> {
  let rebuilt = 0;
  for (let after = ""; ;) {
    const claimed = await transact(context, async ({ tx }) => {
      const subscriptions = await findRunningSubscriptions(tx, after, CLAIM);
      await regrant(tx, await loadContracts(tx, subscriptions));
      return subscriptions;
    });
    rebuilt += claimed.length;
    after = claimed.at(-1)?.id ?? "";
    if (claimed.length < CLAIM) return rebuilt;
  }
}
