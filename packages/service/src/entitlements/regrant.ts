import { grantedStretches, type GrantedStretch, instantText } from "@counterfoil/engine";
import { type EntitlementGrantRow, replaceEntitlementGrants, type Tx, type VersionRow } from "@counterfoil/storage";
import type { LoadedContract } from "../contracts/index.ts";

/**
 * Derives again what running subscriptions grant, after a change of something that decides it: versions, days, pauses,
 * an end, a time zone. Changes that only the passing of time brings are known in advance and are already in the rows.
 */
export async function regrant(tx: Tx, contracts: readonly LoadedContract[]): Promise<void> {
  if (contracts.length === 0) return;
  const subscriptions = contracts.map(({ subscription: { id, accountId } }) => ({ id, accountId }));
  await replaceEntitlementGrants(tx, subscriptions, contracts.flatMap(grantsOf));
}

/** What a contract grants and when. Depends only on the contract and its versions. */
export function grantsOf(loaded: LoadedContract): EntitlementGrantRow[] {
  const versions = new Map(loaded.versions.map((version) => [version.id, version]));
  return grantedStretches(loaded.contract).flatMap((stretch) => {
    const version = versions.get(stretch.versionId);
    return version === undefined ? [] : grantsIn(loaded, version, stretch);
  });
}

function grantsIn(
  { contract, subscription }: LoadedContract,
  version: VersionRow,
  { start, end, interval }: GrantedStretch,
): EntitlementGrantRow[] {
  return version.entitlements.map(({ featureKey, value, resets }) => ({
    accountId: subscription.accountId,
    featureKey,
    subscriptionId: subscription.id,
    validFrom: instantText(start),
    validUntil: end === null ? "infinity" : instantText(end),
    value: String(value),
    resets,
    startsOn: contract.startsOn.toString(),
    anchorOn: contract.anchor.toString(),
    billingInterval: interval,
    timeZone: contract.timeZone,
    earlierZones: subscription.earlierZones,
  }));
}
