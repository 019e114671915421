import { Decimal } from "@counterfoil/engine";
import type { EntitlementStanding, StandingGrant } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { currentCalendarPeriod, currentPeriod } from "../../src/entitlements/current-period.ts";
import { NOTHING, positionOf, refusalOf, shownQuantity } from "../../src/entitlements/position.ts";
import { grantsOf } from "../../src/entitlements/regrant.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { subscription, version } from "../rows/subscription.ts";

// Entitlements: an account's position for a quantity, and when a use is refused.

const now = "2024-02-15T12:00:00.000Z";
const grant = (value: string, members: Partial<StandingGrant> = {}): StandingGrant => ({
  subscriptionId: "sub_1",
  value,
  resets: "month",
  startsOn: "2024-01-01",
  anchorOn: "2024-01-10",
  billingInterval: "monthly",
  timeZone: "Europe/Berlin",
  earlierZones: [],
  ...members,
});
const standing = (members: Partial<EntitlementStanding> = {}): EntitlementStanding => ({
  accountId: "acct_1",
  now,
  featureKey: "projects",
  featureName: "Projects",
  featureType: "quantity",
  metricId: null,
  grants: [grant("10")],
  uses: [],
  reservations: [],
  ...members,
});
const used = (amount: string, reserved = "0") => ({ used: Decimal.of(amount), reserved: Decimal.of(reserved) });

test("adds what several subscriptions grant, in the period of the oldest one", () => {
  const position = positionOf(standing({ grants: [grant("10"), grant("5", { resets: "billing_period" })] }));
  expect(shownQuantity(position, NOTHING)).toMatchObject({ limit: "15", resetsAt: "2024-02-29T23:00:00.000Z" });
});

test("one unlimited grant makes the quantity unlimited", () => {
  const position = positionOf(standing({ grants: [grant("10"), grant("unlimited")] }));
  expect(shownQuantity(position, used("999"))).toMatchObject({ limit: null, unlimited: true, remaining: null });
  expect(refusalOf(position, used("999"), Decimal.of("999"))).toBeNull();
});

test("only use in the current period counts", () => {
  const label = positionOf(standing()).period?.label ?? "";
  const uses = [
    { period: "2024-01", used: "7", reserved: "0" },
    { period: label, used: "3", reserved: "1" },
  ];
  const { counted } = positionOf(standing({ uses }));
  expect([counted?.used.toString(), counted?.reserved.toString()]).toEqual(["3", "1"]);
  expect(positionOf(standing()).counted).toBeNull();
});

test.each([
  ["6", "3", "1", null],
  ["6", "3", "1.01", "limit_reached"], // 6 + 3 + 1.01 > 10
  ["10", "0", "0", null],
  ["12", "0", "1", "limit_reached"],
])("with %s used and %s reserved of 10, %s more: %s", (of, reserved, more, expected) => {
  expect(refusalOf(positionOf(standing()), used(of, reserved), Decimal.of(more))).toBe(expected);
});

test("refuses any use without a grant", () => {
  const position = positionOf(standing({ grants: [] }));
  expect(refusalOf(position, NOTHING, Decimal.zero)).toBe("not_entitled");
  expect(shownQuantity(position, NOTHING)).toMatchObject({ limit: "0", resetsAt: null });
});

test("work that cost more than was reserved raises use above the limit", () => {
  expect(shownQuantity(positionOf(standing()), used("12.50", "1"))).toMatchObject({
    used: "12.5",
    reserved: "1",
    remaining: "0",
    overage: "2.5",
  });
});

test.each([
  ["month", "2024-01-31T23:00:00.000Z", "2024-02-29T23:00:00.000Z"],
  ["billing_period", "2024-02-09T23:00:00.000Z", "2024-03-09T23:00:00.000Z"], // from the 10th on
] as const)("a quantity by %s counts from %s to %s", (resets, start, end) => {
  expect(currentPeriod(grant("10", { resets }), now)).toMatchObject({ start, end });
  // The end belongs to the next period.
  expect(currentPeriod(grant("10", { resets }), end).start).toBe(end);
});

test("a quantity that is granted once never resets; calendar days are the account's", () => {
  expect(currentCalendarPeriod("none", "UTC", now).end).toBeNull();
  expect(currentCalendarPeriod("day", "Asia/Tokyo", now)).toMatchObject({
    start: "2024-02-15T15:00:00.000Z".replace("15T", "14T"), // midnight of the 15th in Tokyo
    end: "2024-02-15T15:00:00.000Z",
  });
});

test("a contract grants what its running version grants, and nothing during a pause or after its end", () => {
  const entitlements = (value: number) => [{ featureKey: "projects", value, resets: "month" as const }];
  const loaded = loadedContract({
    subscription: subscription({ cancelsOn: "2024-06-01" }),
    versions: [
      version({ endOn: "2024-03-01", entitlements: entitlements(10) as never }),
      version({ id: "subv_2", startOn: "2024-03-01", entitlements: entitlements(20) as never }),
    ],
  });
  expect(grantsOf(loaded).map(({ validFrom, validUntil, value }) => `${validFrom} ${validUntil} ${value}`)).toEqual([
    "2023-12-31T23:00:00.000Z 2024-02-29T23:00:00.000Z 10",
    "2024-02-29T23:00:00.000Z 2024-05-31T22:00:00.000Z 20",
  ]);
  expect(
    grantsOf(loadedContract({ versions: [version({ entitlements: entitlements(1) as never })] }))[0],
  ).toMatchObject({
    validUntil: "infinity",
    accountId: "acct_1",
  });
});
