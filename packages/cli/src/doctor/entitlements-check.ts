import { checkGrants } from "@counterfoil/service";
import type { GrantDifference } from "@counterfoil/storage";
import type { DoctorCheck } from "./doctor-check.ts";

/** Checks entitlements against contracts. */
export const entitlementsCheck: DoctorCheck = {
  async run(context, options) {
    const { accounts, subscriptions, differences } = await checkGrants(context, options);
    return {
      said: `${subscriptions} subscriptions of ${accounts} accounts, ${differences.length} differences`,
      differences: differences.map(toText),
    };
  },
  sound: "Entitlements match the contracts.",
  differ: (count) => `${count} grants differ from the contracts. Use --repair to rebuild them.`,
  repaired: (count) => `${count} grants differed and were rebuilt from the contracts.`,
};

function toText({ side, accountId, featureKey, subscriptionId, ...grant }: GrantDifference): string {
  const { validFrom, validUntil, value, resets, startsOn, anchorOn, billingInterval, timeZone, earlierZones } = grant;
  const zones = earlierZones === "[]" ? timeZone : `${timeZone} after ${earlierZones}`;
  return [
    `${accountId} ${featureKey} ${subscriptionId} ${validFrom} → ${validUntil}`,
    `  ${side === "stored" ? "stored, but not granted by a contract" : "granted by the contract, but not stored"}: ${value}, ` +
      `resets ${resets}, starts on ${startsOn}, anchor ${anchorOn}, billed ${billingInterval}, ${zones}`,
  ].join("\n");
}
