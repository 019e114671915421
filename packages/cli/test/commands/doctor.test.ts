import { environment, makeFeatures, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished } from "../running-command.ts";

let story: Story;
let ownerUrl: string;
let subscription: string;

beforeAll(async () => {
  ownerUrl = (await environment()).database.ownerUrl;
  story = await scenario({ start: "2026-01-20" });
  await makeFeatures(story.api, { sso: true, tokens: null });
  const entitlements = [
    { featureKey: "tokens", value: "100", resets: "month" },
    { featureKey: "sso", value: true },
  ];
  const terms = { prices: [await story.fixed("Base", "31.00")], contractStartDate: "2026-01-20", entitlements };
  subscription = (await story.subscribe(terms)).id;
});

const doctor = (...words: string[]) =>
  finished(["doctor", "--entitlements", "--organization", story.organizationId, ...words], { DATABASE_URL: ownerUrl });
const tamper = (sql: string) => asOwner(ownerUrl, (owner) => owner.rows(sql, [story.organizationId]));
const limit = async () =>
  (await story.api.get<{ entitlements: object[] }>(`/accounts/${story.accountId}/entitlements`)).entitlements;

test("doctor --entitlements finds grants without a contract and repairs them", async () => {
  const granted = await limit();
  expect(granted).toMatchObject([
    { featureKey: "sso", allowed: true },
    { featureKey: "tokens", limit: "100" },
  ]);
  const sound = await doctor();
  expect(sound.output).toMatch(/1 subscriptions of 1 accounts, 0 differences/);
  expect(sound.output).toContain("Entitlements match the contracts.");
  expect(sound.code).toBe(0);

  // One grant changed, one deleted, and one added without a contract.
  await tamper("update entitlement_grant set value = '1000000' where organization_id = $1 and feature_key = 'tokens'");
  await tamper("delete from entitlement_grant where organization_id = $1 and feature_key = 'sso'");
  await tamper(
    `insert into entitlement_grant select organization_id, account_id, 'seats', subscription_id, valid_from, valid_until, '7',
       resets, starts_on, anchor_on, billing_interval, time_zone, earlier_zones
     from entitlement_grant where organization_id = $1`,
  );
  const found = await doctor();
  const place = (key: string) => `${story.accountId} ${key} ${subscription} 2026-01-20 00:00:00+00 → infinity`;
  expect(found.output).toContain(
    [
      place("seats"),
      "  stored, but not granted by a contract: 7, resets month, starts on 2026-01-20, anchor 2026-01-20, billed monthly, UTC",
      place("sso"),
      "  granted by the contract, but not stored: true, resets none, starts on 2026-01-20, anchor 2026-01-20, billed monthly, UTC",
      place("tokens"),
      "  stored, but not granted by a contract: 1000000, resets month, starts on 2026-01-20, anchor 2026-01-20, billed monthly, UTC",
      place("tokens"),
      "  granted by the contract, but not stored: 100, resets month, starts on 2026-01-20, anchor 2026-01-20, billed monthly, UTC",
      "4 grants differ from the contracts. Use --repair to rebuild them.",
    ].join("\n"),
  );
  expect(found.code).toBe(1);
  // The check changed nothing.
  expect(await limit()).toMatchObject([{ featureKey: "tokens", limit: "1000000" }]);

  const repaired = await doctor("--repair");
  expect(repaired.output).toContain("4 grants differed and were rebuilt from the contracts.");
  expect(repaired.code).toBe(0);
  expect(await limit()).toEqual(granted);
  expect(await doctor()).toMatchObject({ code: 0 });
});

test.each([
  ["doctor", "--audit"],
  ["doctor", "--usage"],
  ["doctor", "--entitlements", "--repair"],
  ["doctor", "--secrets"],
  ["doctor", "--audit", "--noted", `1:${"0".repeat(64)}`],
  ["verify"],
  ["bill", "run"],
  ["events", "export"],
])("%s %s rejects an unknown organization, and checks nothing", async (...words) => {
  for (const unknown of ["org_00000000000000000000000000", "Unknown Inc.", ""]) {
    const { code, output } = await finished([...words, "--organization", unknown], { DATABASE_URL: ownerUrl });
    expect(output).toContain(`There is no organization "${unknown}". Choose one with --organization:`);
    expect(output).toContain(story.organizationId);
    expect(output).not.toMatch(/matches its seals|No differences|match the contracts|Billed/);
    expect(code).toBe(2);
  }
});

test("doctor and verify accept the name of an organization", async () => {
  const { name } = await story.api.get<{ name: string }>("/organization");
  const named = ["--organization", name];
  expect(await finished(["doctor", "--audit", ...named], { DATABASE_URL: ownerUrl })).toMatchObject({ code: 0 });
  expect(await finished(["verify", ...named], { DATABASE_URL: ownerUrl })).toMatchObject({ code: 0 });
});

test("doctor without a check lists the checks", async () => {
  expect(await finished(["doctor"], { DATABASE_URL: ownerUrl })).toMatchObject({
    code: 2,
    output: "Choose at least one check: --installation, --usage, --entitlements, --secrets, --audit.\n",
  });
});
