import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

async function openShop() {
  const { api } = await (await environment()).createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  await api.post("/accounts", { name: "Bolt", aliases: ["crm-2"] });
  const metric = await api.post("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "sum", field: "n" },
  });
  const usage = async (account: string, through = "2024-02-01T00:00:00Z") => {
    const path = `/metrics/${metric.id}/usage?account=${account}&from=2024-01-01T00:00:00Z&to=${through}`;
    const { quantity, eventCount } = await api.get(path);
    return `${quantity} of ${eventCount}`;
  };
  return { api, usage };
}

const call = (uniqueId: string, n: number) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { n, region: "eu" },
});

test("an amended event counts once, with its new content, under its old ID (R-EVT-6)", async () => {
  const { api, usage } = await openShop();
  await api.post("/events", { events: [call("a", 10), call("b", 5)] });
  expect(await usage("crm-1")).toBe("15 of 2");
  expect(await api.post("/events/a/amend", { properties: { n: 7 } })).toMatchObject({
    uniqueId: "a",
    account: "crm-1",
    timestamp: "2024-01-05T10:00:00.000Z",
    properties: { n: 7 },
  });
  expect(await usage("crm-1")).toBe("12 of 2");
  // To another account, and to another month: 7 leave the first account, and are not in January of the second.
  await api.post("/events/a/amend", { account: "crm-2", timestamp: "2024-02-10T00:00:00Z" });
  expect(await usage("crm-1")).toBe("5 of 1");
  expect(await usage("crm-2")).toBe("0 of 0");
  expect(await usage("crm-2", "2024-03-01T00:00:00Z")).toBe("7 of 1");
  expect(await api.get("/events/a")).toMatchObject({ account: "crm-2", properties: { n: 7 } });
  // The original event is still a duplicate, and the amended content is different.
  expect(await api.post("/events", { events: [call("a", 10)] })).toMatchObject({ duplicates: ["a"] });
  expect(await api.post("/events", { events: [call("a", 7)] })).toMatchObject({ errors: [{ code: "event_conflict" }] });
  expect(await api.get("/events")).toMatchObject({ items: [{ uniqueId: "b" }, { uniqueId: "a" }] });
});

test("an event can be read by any ID, including one that is a path or a segment of one", async () => {
  const { api, usage } = await openShop();
  const ids = ["tail", "unmatched", ".", "..", "a/b?c=d&e", "x".repeat(255)];
  await api.post("/events", { events: ids.map((id) => call(id, 1)) });
  for (const id of ids) {
    const page = await api.get(`/events?uniqueId=${encodeURIComponent(id)}`);
    expect(page, id).toMatchObject({ items: [{ uniqueId: id, account: "crm-1" }], nextCursor: null });
  }
  expect(await api.get("/events?uniqueId=none")).toMatchObject({ items: [], nextCursor: null });

  // The correction paths are not paths of other resources.
  expect(await api.post("/events/tail/amend", { properties: { n: 5 } })).toMatchObject({ uniqueId: "tail" });
  expect(await api.post("/events/unmatched/void", {})).toMatchObject({ uniqueId: "unmatched" });
  // 6 × 1 - 1 + (5 - 1)
  expect(await usage("crm-1")).toBe("9 of 5");
  expect(await api.get("/events?uniqueId=unmatched")).toMatchObject({ items: [] });

  for (const other of ["account=crm-1", "order=asc", "page=2", "eventName=call"]) {
    expect(await api.request("GET", `/events?uniqueId=tail&${other}`), other).toMatchObject({
      status: 400,
      body: { code: "invalid_parameter" },
    });
  }
});

test("a voided event no longer counts, its ID stays taken, and it cannot be corrected (R-EVT-6)", async () => {
  const { api, usage } = await openShop();
  await api.post("/events", { events: [call("urn:a/b c", 10), call("b", 5)] });
  const path = `/events/${encodeURIComponent("urn:a/b c")}`;
  expect(await api.get(path)).toMatchObject({ uniqueId: "urn:a/b c", properties: { n: 10 } });
  expect(await api.post(`${path}/void`, {})).toMatchObject({ uniqueId: "urn:a/b c", properties: { n: 10 } });
  expect(await usage("crm-1")).toBe("5 of 1");
  expect(await api.post("/events", { events: [call("urn:a/b c", 10)] })).toMatchObject({ duplicates: ["urn:a/b c"] });
  expect(await usage("crm-1")).toBe("5 of 1");
  expect((await api.request("GET", path)).status).toBe(404);
  expect((await api.get("/events?account=crm-1")).items).toHaveLength(1);
  for (const correction of ["void", "amend"]) {
    const refused = await api.request("POST", `${path}/${correction}`, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([409, "state_conflict"]);
  }
  expect((await api.request("POST", "/events/nowhere/void", { body: {} })).status).toBe(404);
});

test("of twenty simultaneous corrections of one event the last one counts, and all are audited", async () => {
  const { api, usage } = await openShop();
  await api.post("/events", { events: [call("a", 10)] });
  const amounts = Array.from({ length: 20 }, (_, n) => n + 100);
  await Promise.all(amounts.map((n) => api.post("/events/a/amend", { properties: { n } })));
  const last = await api.get<{ properties: { n: number } }>("/events/a");
  expect(await usage("crm-1")).toBe(`${last.properties.n} of 1`);
});

test("an amendment is validated like an event, and each wrong field is named", async () => {
  const { api } = await openShop();
  await api.post("/events", { events: [call("a", 10)] });
  const refusals = [
    [{ uniqueId: "b" }, 422, "unknown_member"],
    [{ timestamp: "yesterday" }, 422, "wrong_format"],
    [{ timestamp: "2999-01-01T00:00:00Z" }, 422, "timestamp_too_far_ahead"],
    [{ properties: { list: [] } }, 422, "wrong_type"],
    [[], 422, "wrong_type"],
    [{ account: null }, 422, "wrong_type"],
  ] as const;
  for (const [body, status, code] of refusals) {
    const refused = await api.request("POST", "/events/a/amend", { body });
    expect(refused).toMatchObject({ status, body: { errors: [{ code }] } });
  }
  const several = { account: "", eventName: 7, properties: { n: {} }, color: "red" };
  const refused = await api.request("POST", "/events/a/amend", { body: several });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: ["/account", "/eventName", "/properties/n", "/color"].map((pointer) => ({ pointer })) },
  });
});
