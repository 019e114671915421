import { checkGrants } from "@counterfoil/service";
import { rounds } from "@counterfoil/testkit/rounds";
import { environment, makeFeatures, scenario, type Story } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";

// The entitlements of accounts are stored in rows that change with a contract. This test compares them after each step
// of random contract histories with what the contract itself grants on the day.

type Step =
  | { readonly kind: "subscribe"; readonly inDays: number; readonly months: number | null; readonly value: number }
  | { readonly kind: "advance"; readonly days: number }
  | { readonly kind: "change"; readonly of: number; readonly inDays: number; readonly value: number }
  | { readonly kind: "pause"; readonly of: number; readonly inDays: number; readonly days: number | null }
  | { readonly kind: "resume"; readonly of: number; readonly inDays: number }
  | { readonly kind: "cancel"; readonly of: number; readonly inDays: number }
  | { readonly kind: "withdraw"; readonly of: number };

const of = fc.nat({ max: 3 });
const inDays = fc.nat({ max: 20 });
const value = fc.integer({ min: -1, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("subscribe" as const), inDays, months: fc.constantFrom(null, 1, 2), value }),
  { arbitrary: fc.record({ kind: fc.constant("advance" as const), days: fc.integer({ min: 1, max: 25 }) }), weight: 3 },
  fc.record({ kind: fc.constant("change" as const), of, inDays, value }),
  fc.record({ kind: fc.constant("pause" as const), of, inDays, days: fc.constantFrom(null, 3, 11) }),
  fc.record({ kind: fc.constant("resume" as const), of, inDays }),
  fc.record({ kind: fc.constant("cancel" as const), of, inDays }),
  fc.record({ kind: fc.constant("withdraw" as const), of }),
);

const START = Date.UTC(2026, 0, 20);
const DAY = 86_400_000;
const dayText = (day: number) => new Date(START + day * DAY).toISOString().slice(0, 10);

/** A quantity of tokens, -1 for unlimited, and the boolean feature if the number is odd. */
const granted = (tokens: number) => [
  { featureKey: "tokens", value: tokens === -1 ? "unlimited" : String(tokens), resets: "month" },
  { featureKey: "sso", value: tokens % 2 === 1 },
];

interface Contract {
  readonly id: string;
  readonly status: string;
  readonly starts: string;
  readonly ends: string | null;
  readonly renews: boolean;
  readonly cancels: string | null;
  readonly pauses: readonly { from: string; to: string | null }[];
  readonly versions: readonly {
    from: string;
    to: string | null;
    status: string;
    grants: { value: string | boolean }[];
  }[];
}

/** What the contracts grant on a day, calculated from their rows in the simplest way. */
function naive(contracts: readonly Contract[], today: string) {
  const holds = (from: string, to: string | null) => from <= today && (to === null || today < to);
  const versions = contracts
    .filter(({ status }) => status === "active" || status === "canceled")
    .filter(({ starts, ends, renews, cancels }) => holds(starts, cancels) && (renews || holds(starts, ends)))
    .filter(({ pauses }) => !pauses.some(({ from, to }) => holds(from, to)))
    .flatMap((contract) => contract.versions.filter(({ status, from, to }) => status !== "draft" && holds(from, to)));
  const tokens = versions.map(({ grants }) => grants[0]?.value);
  return versions.length === 0
    ? []
    : [
        { featureKey: "sso", allowed: versions.some(({ grants }) => grants[1]?.value === true) },
        tokens.includes("unlimited")
          ? { featureKey: "tokens", limit: null, unlimited: true }
          : { featureKey: "tokens", limit: String(tokens.reduce((sum: number, one) => sum + Number(one), 0)) },
      ];
}

async function readContracts(owner: pg.Client, organizationId: string): Promise<Contract[]> {
  const { rows } = await owner.query<Contract>(
    `select s.id, s.status, s.contract_start_on::text as starts, s.contract_end_on::text as ends, s.auto_renew as renews,
       s.cancels_on::text as cancels,
       coalesce((select json_agg(json_build_object('from', p.starts_on, 'to', p.ends_on)) from subscription_pause p
         where p.subscription_id = s.id), '[]') as pauses,
       coalesce((select json_agg(json_build_object('from', v.start_on, 'to', v.end_on, 'status', v.status,
         'grants', v.entitlements)) from subscription_version v where v.subscription_id = s.id), '[]') as versions
     from subscription s where s.organization_id = $1`,
    [organizationId],
  );
  return rows;
}

async function live(story: Story, subscriptions: string[], price: string, today: number, next: Step): Promise<number> {
  const at = "inDays" in next ? dayText(today + next.inDays) : "";
  const path = "of" in next ? `/subscriptions/${subscriptions[next.of % Math.max(subscriptions.length, 1)]}` : "";
  // A call that the state does not allow is refused and changes nothing.
  const act = (action: string, body: object) => story.api.request("POST", `${path}/${action}`, { body });
  switch (next.kind) {
    case "subscribe": {
      const term =
        next.months === null
          ? {}
          : { contractPeriodType: "fixed", contractDuration: next.months, autoRenew: next.value > 4 };
      const terms = { prices: [price], contractStartDate: at, entitlements: granted(next.value), ...term };
      subscriptions.push((await story.subscribe(terms)).id);
      return today;
    }
    case "advance":
      await story.advanceTo(dayText(today + next.days));
      return today + next.days;
    case "change":
      await act("changes", { effective: at, entitlements: granted(next.value) });
      return today;
    case "pause":
      await act("pause", {
        effective: at,
        ...(next.days === null ? {} : { resumesOn: dayText(today + next.inDays + next.days) }),
      });
      return today;
    case "resume":
      await act("resume", { effective: at });
      return today;
    case "cancel":
      await act("cancel", { effective: at });
      return today;
    case "withdraw":
      await story.api.request("POST", `${path}/cancel/withdraw`);
      return today;
  }
}

test("the stored entitlements match the contracts after each step of random histories", async () => {
  const { database, ports } = await environment();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  let looks = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const story = await scenario({ start: dayText(0) });
      await makeFeatures(story.api, { sso: true, tokens: null });
      const price = await story.fixed("Base", "31.00");
      const subscriptions: string[] = [];
      let today = 0;
      for (const next of [{ kind: "subscribe", inDays: 0, months: null, value: 3 } as const, ...steps]) {
        today = await live(story, subscriptions, price, today, next);
        const contracts = await readContracts(owner, story.organizationId);
        const { entitlements } = await story.api.get<{ entitlements: object[] }>(
          `/accounts/${story.accountId}/entitlements`,
        );
        const expected = naive(contracts, dayText(today));
        expect(entitlements).toMatchObject(expected);
        expect(entitlements.length).toBe(expected.length);
        looks += expected.length;
      }
      const actor = { type: "command", id: "test" } as const;
      const context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
      const { subscriptions: checked, differences } = await checkGrants(context, { repairs: false });
      expect({ checked, differences }).toEqual({ checked: subscriptions.length, differences: [] });
    }),
    { numRuns: rounds({ few: 8, all: 12 }), endOnFailure: true },
  );
  expect(looks).toBeGreaterThan(50);
  await owner.end();
});
