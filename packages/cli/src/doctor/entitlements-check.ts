import { checkGrants } from "@counterfoil/service";
import type { GrantDifference } from "@counterfoil/storage";
import type { DoctorCheck } from "./doctor-check.ts";

/** What accounts are granted, against their contracts. */
export const entitlementsCheck: DoctorCheck = {
  async run(context, options) {
    const { accounts, subscriptions, differences } = await checkGrants(context, options);
    return {
      said: `${subscriptions} subscriptions of ${accounts} accounts, ${differences.length} differences`,
      differences: differences.map(toText),
    };
  },
  sound: "The entitlements are what the contracts grant.",
  differ: (count) => `${count} grants differ from the contracts. --repair writes them anew.`,
  repaired: (count) => `${count} grants differed and were written anew from the contracts.`,
};

function toText({ side, accountId, featureKey, subscriptionId, ...grant }: GrantDifference): string {
  const { validFrom, validUntil, value, resets, startsOn, anchorOn, billingInterval, timeZone, earlierZones } = grant;
  const zones = earlierZones === "[]" ? timeZone : `${timeZone} after ${earlierZones}`;
  return [
    `${accountId} ${featureKey} ${subscriptionId} ${validFrom} → ${validUntil}`,
    `  ${side === "stored" ? "stored, but no contract grants it" : "granted by the contract, but not stored"}: ${value}, ` +
      `resets ${resets}, starts on ${startsOn}, anchor ${anchorOn}, billed ${billingInterval}, ${zones}`,
  ].join("\n");
}
