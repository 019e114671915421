import { createVersion, publishVersion } from "@counterfoil/service";
import { addDays } from "../auditor/calendar.ts";
import { localToday, maybeFuse, pricedIn, pricesIn, record, recordBilling, running } from "../world.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

/** Writes a version that starts later, and publishes it now or never (R-SUB-3). */
export const futureVersion: Action = {
  name: "future version",
  weight: (world) => (running(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    const subscription = random.pick(running(world));
    const subscriptionId = subscription.made.id;
    const startDate = addDays(localToday(world, subscription.made.accountId), random.integer(0, 70));
    const priceIds = random.some(
      pricesIn(world, pricedIn(subscription)).map(({ id }) => id),
      4,
    );
    const drafted = await unlessRefused(
      world,
      "draft of a version",
      world.platform.call((context) =>
        createVersion(context, subscriptionId, { startDate, priceGroups: [{ priceIds }] }),
      ),
    );
    if (drafted === undefined) return;
    const { id } = drafted;
    record(world, { kind: "version_drafted", subscriptionId, versionId: id, startsOn: startDate, priceIds });
    if (random.chance(0.2)) return;
    const published = await unlessRefused(
      world,
      "publication",
      world.platform.call((context) => publishVersion(context, subscriptionId, id), maybeFuse(random)),
    );
    if (published === undefined) return;
    await recordBilling(world, { kind: "version_published", subscriptionId, versionId: id });
    world.coverage.count("version: published ahead");
  },
};
