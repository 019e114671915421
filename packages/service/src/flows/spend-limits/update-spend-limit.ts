import {
  beginSpendTail,
  currentUsageSequence,
  findSpendLimit,
  lockFamilies,
  updateSpendLimit as save,
} from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import { notFound, refuseFaults } from "../../errors/index.ts";
import { requireUnchanged } from "../../precondition.ts";
import { audit } from "../../record.ts";
import { amountFaults, shareFaults } from "./check-spend-limit.ts";
import { tellNow } from "./tell-now.ts";
import { type SpendLimit, type SpendLimitInput, toSpendLimit } from "./spend-limit.ts";

/**
 * Changes the amount, the enforcement or the shares of a limit, or disables or enables it. A share that was reported in
 * the current period is not reported again.
 */
export function updateSpendLimit(context: Context, id: string, input: SpendLimitInput): Promise<SpendLimit> {
  return transact(context, async (work) => {
    const found = await findSpendLimit(work.tx, id);
    if (found?.appliesTo === "family") await lockFamilies(work.tx);
    const row = await findSpendLimit(work.tx, id, "for no key update");
    if (row === undefined) throw notFound("spend limit", id);
    const before = toSpendLimit(row);
    await requireUnchanged(work, () => before);
    const after = { ...row, ...input, updatedAt: work.clock.now() };
    refuseFaults([...amountFaults(after), ...shareFaults(after)]);
    if (after.active) await beginSpendTail(work.tx, await currentUsageSequence(work.tx));
    await save(work.tx, after);
    const shown = toSpendLimit(after);
    await audit(work, { action: "spend_limit.updated", objectId: id, before, after: shown });
    await tellNow(work, [after.accountId]);
    return shown;
  });
}
