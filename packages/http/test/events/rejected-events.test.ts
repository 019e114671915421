import { type Environment, type Json, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { tellRejections } from "@counterfoil/service";
import { afterAll, beforeAll, expect, test } from "vitest";

// The notifications `event.rejected` (R-HOOK-1), on a clock that the tests move: no worker runs.

let now = "2026-03-01T10:15:20.000Z";
let platform: Environment;

beforeAll(async () => {
  platform = await startEnvironment({ now: () => now }, { isIdle: true });
});
afterAll(() => platform.stop());

const event = (uniqueId: string, more: object = {}) => ({ uniqueId, account: "crm-1", eventName: "call", ...more });

function tell({ id: organizationId }: TestOrganization): Promise<number> {
  const actor = { type: "system", id: "worker" } as const;
  return tellRejections({ ...platform.ports, organizationId, actor, requestId: null });
}

async function told({ api }: TestOrganization): Promise<Json[]> {
  const filters = JSON.stringify([{ field: "type", operator: "eq", value: "event.rejected" }]);
  return (await api.get<{ items: Json[] }>(`/notifications?filters=${encodeURIComponent(filters)}`)).items;
}

test("reports rejected events after the minute ends, counted by reason, with the first few of each", async () => {
  now = "2026-03-01T10:15:20.000Z";
  const shop = await platform.createOrganization();
  await shop.api.post("/events", { events: [event("a"), event("b", { extra: 1 }), event("c", { timestamp: "soon" })] });
  // The same ID and content is not a rejection. Different content is one, and so is a time too far ahead.
  await shop.api.post("/events", [
    event("a"),
    event("a", { eventName: "other" }),
    event("d", { timestamp: "2026-03-02T00:00:00Z" }),
  ]);
  // A body without a single readable event is refused, and reported too.
  expect(await refused(shop, [7, event("e", { extra: 1 })])).toBe(422);
  expect(await tell(shop)).toBe(0);
  now = "2026-03-01T10:16:00.000Z";
  expect(await tell(shop)).toBe(1);
  expect(await tell(shop)).toBe(0);
  const [notification, ...others] = await told(shop);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({ objectId: shop.id, timestamp: now });
  const { reasons, ...rest } = notification!["data"] as {
    reasons: { code: string; rejected: number; samples: Json[] }[];
  };
  expect(rest).toEqual({ from: "2026-03-01T10:15:00.000Z", to: "2026-03-01T10:16:00.000Z", rejected: 6 });
  expect(reasons.map(({ code, rejected, samples }) => [code, rejected, samples.map((one) => one["uniqueId"])])).toEqual(
    [
      ["event_conflict", 1, ["a"]],
      ["timestamp_too_far_ahead", 1, ["d"]],
      ["unknown_member", 2, ["b", "e"]],
      ["wrong_format", 1, ["c"]],
      ["wrong_type", 1, [null]],
    ],
  );
  expect(reasons[2]?.samples[0]).toEqual({ uniqueId: "b", detail: '"extra" is not a member of an event.' });
});

test("a flood of invalid events is one notification per minute, in any form", async () => {
  now = "2026-03-01T11:00:59.000Z";
  const shop = await platform.createOrganization();
  const bad = Array.from({ length: 500 }, (_, k) => event(`bad-${k}`, { extra: 1 }));
  const lines = bad.map((one) => JSON.stringify(one)).join("\n");
  const stream = { body: lines, headers: { "Content-Type": "application/x-ndjson" } };
  await Promise.all([
    ...Array.from({ length: 20 }, () => refused(shop, bad)),
    shop.api.request("POST", "/events", stream),
  ]);
  const rows = await platform.ports.database.read(shop.id, (tx) =>
    tx.sql("select code from rejected_events where organization_id = $1", [shop.id]),
  );
  expect(rows).toHaveLength(1);
  now = "2026-03-01T11:01:00.000Z";
  expect(await refused(shop, bad)).toBe(422);
  expect(await tell(shop)).toBe(1);
  now = "2026-03-01T11:02:00.000Z";
  // Two workers at the same time report only once.
  const counts = await Promise.all([tell(shop), tell(shop)]);
  expect(counts.toSorted()).toEqual([0, 1]);
  const notifications = await told(shop);
  expect(notifications.map((one) => (one["data"] as Json)["rejected"])).toEqual([10_500, 500]); // 20 × 500 + 500
  const [first] = (notifications[0]!["data"] as { reasons: { samples: Json[] }[] }).reasons;
  expect(first?.samples).toHaveLength(5);
});

test("reports an organization's events to no other organization, and a body that is not JSON to no one", async () => {
  now = "2026-03-01T12:00:00.000Z";
  const [shop, other] = [await platform.createOrganization(), await platform.createOrganization()];
  expect(await refused(shop, [event("a", { extra: 1 })])).toBe(422);
  expect((await other.api.request("POST", "/events", { body: "{", headers: JSON_TYPE })).status).toBe(400);
  now = "2026-03-01T12:01:00.000Z";
  expect(await tell(other)).toBe(0);
  expect(await tell(shop)).toBe(1);
  expect(await told(other)).toEqual([]);
});

async function refused({ api }: TestOrganization, events: unknown[]): Promise<number> {
  return (await api.request("POST", "/events", { body: { events } })).status;
}

const JSON_TYPE = { "Content-Type": "application/json" };
