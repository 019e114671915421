import {
  beginSpendTail,
  currentUsageSequence,
  findAccount,
  insertSpendLimit,
  lockFamilies,
} from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import { invalid, refuseFaults } from "../../errors/index.ts";
import { audit } from "../../record.ts";
import { spendLimitFaults } from "./check-spend-limit.ts";
import { tellNow } from "./tell-now.ts";
import { type SpendLimit, type SpendLimitCreation, toSpendLimit } from "./spend-limit.ts";

/** The percentages at which a limit notifies if its creator names none. */
const NOTIFY_AT = [80, 100];

/** Creates a limit. Shares that usage of the current period has already reached are reported at once. */
export function createSpendLimit(context: Context, input: SpendLimitCreation): Promise<SpendLimit> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const account = await findAccount(work.tx, input.accountId);
    if (account === undefined) {
      const detail = `There is no account ${JSON.stringify(input.accountId)}.`;
      throw invalid([{ pointer: "/accountId", code: "unknown_account", detail }]);
    }
    const { metricId = null, productId = null, appliesTo = "account" } = input;
    const { currency = account.currency, active = true } = input;
    // All accounts of the family as they are then remember the limit.
    if (appliesTo === "family") await lockFamilies(work.tx);
    const limit: SpendLimit = {
      id: work.ids.next("limit"),
      accountId: account.id,
      metricId,
      productId,
      appliesTo,
      currency,
      amount: input.amount,
      enforcement: input.enforcement,
      notifyAt: input.notifyAt ?? NOTIFY_AT,
      active,
      createdAt: now,
      updatedAt: now,
    };
    refuseFaults(await spendLimitFaults(work.tx, limit));
    if (active) await beginSpendTail(work.tx, await currentUsageSequence(work.tx));
    await insertSpendLimit(work.tx, limit);
    const shown = toSpendLimit(limit);
    await audit(work, { action: "spend_limit.created", objectId: limit.id, after: shown });
    await tellNow(work, [account.id]);
    return shown;
  });
}
