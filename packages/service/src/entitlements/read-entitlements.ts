import { Decimal, type FeatureType, type Resets } from "@counterfoil/engine";
import { type EntitlementStanding, findAccount, findStandings } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { measuredKey, measuredUse } from "./measured-use.ts";
import { NO_QUANTITY, NOTHING, positionOf, type ShownQuantity, shownQuantity } from "./position.ts";

/** What an account may use of one feature now, through all its subscriptions. */
export interface AccountEntitlement extends ShownQuantity {
  featureKey: string;
  name: string;
  type: FeatureType;
  /** For a boolean feature, whether the account has it. For a quantity, whether any of it is left. */
  allowed: boolean;
  /** Null for a boolean feature. */
  resets: Resets | null;
  /** The subscriptions that grant it, oldest first. */
  subscriptionIds: string[];
}

export interface AccountEntitlements {
  accountId: string;
  /** The account's current time. */
  asOf: string;
  entitlements: AccountEntitlement[];
}

/** Every feature that the account is granted now, by key. */
export function readEntitlements(context: Context, idOrAlias: string): Promise<AccountEntitlements> {
  return transact(context, async (work) => {
    const account = await findAccount(work.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const asOf = await accountNow(work, account);
    const standings = await findStandings(work.tx, { account: account.id, now: asOf });
    const quantities = standings.filter(({ featureType }) => featureType === "quantity");
    const measured = await measuredUse(work.tx, quantities.map(positionOf));
    const entitlements = standings.map((standing) => toEntitlement(standing, measured));
    return { accountId: account.id, asOf, entitlements };
  });
}

function toEntitlement(standing: EntitlementStanding, measured: ReadonlyMap<string, Decimal>): AccountEntitlement {
  const { featureKey, featureName: name, featureType: type, grants } = standing;
  const shown = { featureKey, name, type, subscriptionIds: grants.map((grant) => grant.subscriptionId) };
  if (type === "boolean") {
    return { ...shown, ...NO_QUANTITY, allowed: grants.some((grant) => grant.value === "true"), resets: null };
  }
  const position = positionOf(standing);
  const counted = position.counted ?? NOTHING;
  const used = position.metricId === null ? counted.used : (measured.get(measuredKey(position)) ?? Decimal.zero);
  const quantity = shownQuantity(position, { ...counted, used });
  const allowed = quantity.unlimited || (quantity.remaining !== null && !Decimal.of(quantity.remaining).isZero());
  return { ...shown, ...quantity, allowed, resets: grants[0]?.resets ?? null };
}
