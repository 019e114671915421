import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-COST-1: `cost` on an event is part of its content, frozen, and follows amendments and voids.

async function openShop() {
  const { api } = await (await environment()).createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const calls = await api.post<{ id: string }>("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "count" },
  });
  return { api, calls };
}

const call = (uniqueId: string, cost?: unknown) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { model: "large" },
  ...(cost === undefined ? {} : { cost }),
});
const USD = (amount: unknown) => ({ amount, currency: "USD" });

test("a cost is stored exactly, shown with the event and in lists, and null where none was sent", async () => {
  const { api, calls } = await openShop();
  const amount = "0.0000000123456789012345678901234567";
  await api.post("/events", { events: [call("a", USD(amount)), call("b"), call("c", USD(0.25))] });
  expect(await api.get("/events/a")).toMatchObject({
    cost: { amount, currency: "USD" },
    costs: [
      {
        metricId: calls.id,
        amount,
        currency: "USD",
        source: "event",
        quantity: null,
        unitCost: null,
        costPriceId: null,
      },
    ],
  });
  expect(await api.get("/events/c")).toMatchObject({ cost: { amount: "0.25", currency: "USD" } });
  expect(await api.get("/events/b")).toMatchObject({ cost: null, costs: [] });
  for (const path of ["/events", "/events?order=asc", "/events?account=crm-1&order=asc"]) {
    const { items } = await api.get<{ items: { uniqueId: string; cost: object | null }[] }>(path);
    expect(
      items.map(({ uniqueId, cost }) => [uniqueId, cost]),
      path,
    ).toEqual([
      ["a", { amount, currency: "USD" }],
      ["b", null],
      ["c", { amount: "0.25", currency: "USD" }],
    ]);
  }
});

test("the cost is part of the content: the same ID with another cost, or without it, is a conflict (R-EVT-3)", async () => {
  const { api } = await openShop();
  await api.post("/events", { events: [call("a", USD("1.50")), call("b")] });
  const again = async (event: object) => {
    const { duplicates, errors } = await api.post<{ duplicates: string[]; errors: { code: string }[] }>(
      "/events",
      event,
    );
    return duplicates[0] ?? errors[0]?.code;
  };
  expect(await again(call("a", USD("1.5")))).toBe("a");
  expect(await again(call("a", USD(1.5)))).toBe("a");
  expect(await again(call("a", USD("1.51")))).toBe("event_conflict");
  expect(await again(call("a", { amount: "1.50", currency: "EUR" }))).toBe("event_conflict");
  expect(await again(call("a"))).toBe("event_conflict");
  expect(await again(call("b", USD("0")))).toBe("event_conflict");
  expect(await again(call("b"))).toBe("b");
  // The first content stays, also written differently elsewhere.
  expect(await again({ ...call("a", USD("1.500")), properties: { model: "large" } })).toBe("a");
});

test("a wrong cost refuses its event alone, and says what is wrong", async () => {
  const { api } = await openShop();
  const wrong: [unknown, string, string][] = [
    ["1.50", "wrong_type", "cost must be an object"],
    [[], "wrong_type", "cost must be an object"],
    [{}, "required", "cost.amount is required. cost.currency is required."],
    [USD("-1"), "below_minimum", "cost.amount must be zero or more."],
    [USD("a lot"), "wrong_format", "cost.amount must be a decimal"],
    [USD("1e400"), "number_out_of_range", "cost.amount must have at most 15 digits"],
    [USD("1000000000000000"), "number_out_of_range", "cost.amount must have at most 15 digits"],
    [{ amount: "1", currency: "usd" }, "unknown_currency", 'ISO 4217 code such as USD. It is "usd".'],
    [{ ...USD("1"), unit: "call" }, "unknown_member", "A cost has only the members amount and currency"],
  ];
  const events = [...wrong.map(([cost], place) => call(`w${place}`, cost)), call("good", USD("1"))];
  const answer = await api.post<{ ingested: string[]; errors: { code: string; detail: string }[] }>("/events", {
    events,
  });
  expect(answer.ingested).toEqual(["good"]);
  for (const [place, [cost, code, detail]] of wrong.entries()) {
    expect(answer.errors[place], JSON.stringify(cost)).toMatchObject({ code, detail: expect.stringContaining(detail) });
  }
});

test("an amendment keeps, replaces or removes the cost, and the audit log has both (R-EVT-6)", async () => {
  const { api } = await openShop();
  await api.post("/events", call("a", USD("1.50")));
  expect(await api.post("/events/a/amend", { properties: { model: "small" } })).toMatchObject({ cost: USD("1.50") });
  expect(await api.post("/events/a/amend", { cost: USD("2.25") })).toMatchObject({ cost: USD("2.25") });
  expect(await api.get("/events/a")).toMatchObject({ cost: USD("2.25"), costs: [{ amount: "2.25" }] });
  expect(await api.post("/events", call("a", USD("1.50")))).toMatchObject({ duplicates: ["a"] });
  expect(await api.request("POST", "/events/a/amend", { body: { cost: USD("-1") } })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/cost/amount", code: "below_minimum" }] },
  });
  const removed = await api.post("/events/a/amend", { cost: null });
  expect(removed).toMatchObject({ cost: null, costs: [] });
  expect(await api.get("/events/a")).toMatchObject({ cost: null, costs: [] });
  const { items } = await api.get<{ items: { changes: Record<string, unknown> }[] }>("/audit?objectId=a");
  expect(JSON.stringify(items)).toContain("2.25");
});

test("a voided event keeps its cost in its answer, and other organizations never see it", async () => {
  const { api } = await openShop();
  const other = await openShop();
  await api.post("/events", call("a", USD("1.50")));
  expect(await other.api.request("GET", "/events/a")).toMatchObject({ status: 404 });
  expect((await other.api.post<{ ingested: string[] }>("/events", call("a", USD("9")))).ingested).toEqual(["a"]);
  expect(await other.api.get("/events/a")).toMatchObject({ cost: USD("9") });
  expect(await api.post("/events/a/void", {})).toMatchObject({ cost: USD("1.50") });
});

test("an event of an unknown account keeps its cost until the account exists (R-EVT-5)", async () => {
  const { api } = await openShop();
  await api.post("/events", { ...call("late", USD("3")), account: "crm-9" });
  await api.post("/accounts", { name: "Late", aliases: ["crm-9"] });
  expect(await api.get("/events/late")).toMatchObject({ account: "crm-9", cost: USD("3"), costs: [{ amount: "3" }] });
});
