import { onAccountClock } from "../../clocks/index.ts";
import { loadContracts } from "../../contracts/index.ts";
import { type Context, transact } from "../../context.ts";
import { refuseFaults } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { draftOf, lockFor, publishInChain, type SubscriptionVersion, toVersion } from "../../subscriptions/index.ts";
import { publicationFaults } from "./publication-faults.ts";
import { putVersionInForce } from "./put-version-in-force.ts";

/** Publishes one draft version. On a running subscription, bills its start at once if the start date has come. */
export function publishVersion(context: Context, subscriptionId: string, id: string): Promise<SubscriptionVersion> {
  return transact(context, async (transaction) => {
    const subscription = await lockFor(transaction, subscriptionId, "writeVersions");
    const work = await onAccountClock(transaction, subscription);
    const version = await draftOf(work, subscription, id);
    refuseFaults(publicationFaults(version));
    const before = toVersion(version, work.organizationId);
    const now = work.clock.now();
    if (subscription.status === "active") {
      const [loaded] = await loadContracts(work.tx, [subscription]);
      if (loaded === undefined) throw new Error("the subscription was not loaded");
      await putVersionInForce(work, loaded, version, now);
    } else {
      await publishInChain(work, version, now);
      await notify(work, "subscription.version.published", subscriptionId, toVersion(version, work.organizationId));
    }
    const after = toVersion(version, work.organizationId);
    await audit(work, { action: "subscription.version.published", objectId: subscriptionId, before, after });
    return after;
  });
}
