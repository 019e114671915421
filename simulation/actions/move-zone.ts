import { updateAccount } from "@counterfoil/service";
import { ZONES } from "../catalogue/zones.ts";
import { accountIds, maybeFuse, record } from "../world.ts";
import type { Action } from "./action.ts";

/** Moves an account to another time zone: dates stay, instants move (R-TIME-1). */
export const moveZone: Action = {
  name: "move zone",
  weight: () => 0.5,
  async perform(world, random) {
    const accountId = random.pick(accountIds(world));
    const zone = random.pick(ZONES);
    const call = world.platform.call(
      (context) => updateAccount(context, accountId, { timezone: zone }),
      maybeFuse(random),
    );
    await call;
    record(world, { kind: "zone_changed", accountId, zone });
    world.coverage.count("account: changed zone");
  },
};
