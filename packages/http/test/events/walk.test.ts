import { type Api, environment, type Environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

interface Page {
  items: { uniqueId: string; account: string; accountId: string | null; eventName: string; timestamp: string }[];
  limit: number;
  nextCursor: string | null;
}

async function openShop(): Promise<Api> {
  const { api } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"], timezone: "America/New_York" });
  await api.post("/accounts", { name: "Other", aliases: ["crm-2"] });
  return api;
}

const at = (day: number, hour = 12) =>
  `2024-01-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`;
const event = (uniqueId: string, timestamp: string, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp,
  ...members,
});

/** All pages of a walk. Calls `between` after each page. */
async function walk(api: Api, query: string, between?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor = "";
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await api.get<Page>(`/events?${query}&cursor=${cursor}`);
    expect(Object.keys(page).toSorted()).toEqual(["items", "limit", "nextCursor"]);
    expect(page.items.length).toBeLessThanOrEqual(page.limit);
    seen.push(...page.items.map((item) => item.uniqueId));
    if (page.nextCursor === null) return seen;
    cursor = page.nextCursor;
    await between?.();
  }
  throw new Error("the walk has no end");
}

test("returns an account's events by time, newest or oldest first, regardless of their names and order of arrival", async () => {
  const api = await openShop();
  // 30 events of three names on ten days, three at each instant, sent from the last to the first.
  const events = Array.from({ length: 30 }, (_, n) =>
    event(`event-${n}`, at(1 + Math.floor(n / 3)), { eventName: ["call", "login", "export"][n % 3] }),
  );
  await api.post("/events", events.toReversed());
  await api.post("/events", event("theirs", at(5), { account: "crm-2" }));
  const byDay = (ids: string[]) => ids.map((id) => Math.floor(Number(id.slice(6)) / 3));
  for (const limit of [1, 2, 4, 7, 30, 31]) {
    const newest = await walk(api, `account=crm-1&limit=${limit}`);
    expect(new Set(newest).size).toBe(30);
    expect(byDay(newest)).toEqual(Array.from({ length: 30 }, (_, n) => 9 - Math.floor(n / 3)));
    expect(await walk(api, `account=crm-1&order=asc&limit=${limit}`)).toEqual(newest.toReversed());
  }
  const logins = Array.from({ length: 10 }, (_, n) => `event-${3 * (9 - n) + 1}`);
  expect(await walk(api, "account=crm-1&eventName=login&limit=3")).toEqual(logins);
  const { items } = await api.get<Page>("/events?account=crm-1&limit=1");
  expect(await walk(api, `account=${items[0]?.accountId}&eventName=login&limit=3`)).toEqual(logins);
  expect(await walk(api, "account=crm-1&eventName=nothing")).toEqual([]);
});

test("events that arrive during a walk do not shift it: it returns each earlier event exactly once", async () => {
  const api = await openShop();
  const old = Array.from({ length: 12 }, (_, n) => event(`old-${n}`, at(10)));
  await api.post("/events", old);
  for (const query of [
    "account=crm-1&limit=2",
    "order=desc&limit=2",
    "eventName=call&limit=2",
    "account=crm-1&order=asc&limit=2",
  ]) {
    let arrived = 0;
    const seen = await walk(api, query, async () => {
      arrived += 1;
      const id = `${query}-${arrived}`;
      // One before and one after all others, and one at the same instant as others.
      await api.post(
        "/events",
        [event(`${id}-a`, at(1)), event(`${id}-b`, at(20)), event(`${id}-c`, at(10))].slice(0, arrived < 9 ? 3 : 0),
      );
    });
    expect(new Set(seen).size, query).toBe(seen.length);
    expect(
      seen.filter((id) => id.startsWith("old-")),
      query,
    ).toHaveLength(12);
  }
});

test("from and to are half-open, and a date is the start of the account's local day", async () => {
  const api = await openShop();
  // The 5th in New York begins at 05:00 UTC.
  const edges = [
    "2024-01-05T04:59:59.999Z",
    "2024-01-05T05:00:00.000Z",
    "2024-01-06T04:59:59.999Z",
    "2024-01-06T05:00:00.000Z",
  ];
  await api.post(
    "/events",
    edges.map((timestamp, n) => event(`edge-${n}`, timestamp)),
  );
  await api.post(
    "/events",
    edges.map((timestamp, n) => event(`kept-${n}`, timestamp, { account: "unknown" })),
  );
  expect(await walk(api, "account=crm-1&from=2024-01-05&to=2024-01-06")).toEqual(["edge-2", "edge-1"]);
  expect(await walk(api, `account=crm-1&from=${edges[2]}`)).toEqual(["edge-3", "edge-2"]);
  expect(await walk(api, `account=crm-1&to=${edges[1]}`)).toEqual(["edge-0"]);
  // The organization's zone is UTC.
  expect(await walk(api, "account=unknown&from=2024-01-05&to=2024-01-06")).toEqual(["kept-1", "kept-0"]);
  expect(await walk(api, "eventName=call&from=2024-01-06")).toEqual(["kept-3", "kept-2", "edge-3", "edge-2"]);
});

test("without an account, the walk follows the order in which events started to count, and continues with new ones", async () => {
  const api = await openShop();
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `event-${from + n}`);
  const send = (names: string[]) =>
    Promise.all(
      names.map((id, n) => api.post("/events", event(id, at(1 + (n % 20)), { account: n % 2 ? "crm-1" : "x" }))),
    );
  for (let n = 0; n < 40; n += 10) await send(ids(n, n + 10));
  const oldest = await walk(api, "order=asc&limit=7");
  expect(oldest.toSorted()).toEqual(ids(0, 40).toSorted());
  expect(await walk(api, "order=desc&limit=7")).toEqual(oldest.toReversed());
  // A page in the middle continues where it ended, even if more events arrived.
  const first = await api.get<Page>("/events?order=asc&limit=39");
  await send(ids(40, 45));
  const rest = await api.get<Page>(`/events?order=asc&limit=39&cursor=${first.nextCursor}`);
  const all = [...first.items, ...rest.items].map((item) => item.uniqueId);
  expect(all.toSorted()).toEqual(ids(0, 45).toSorted());
});

test("a page examines a limited number of events: it may be empty although the walk continues", async () => {
  const api = await openShop();
  await api.post("/events", event("rare-1", at(1), { eventName: "rare" }));
  const usual = Array.from({ length: 10_000 }, (_, n) => event(`event-${n}`, at(2)));
  await api.post("/events?detail=counts", { events: usual });
  await api.post("/events", event("rare-2", at(3), { eventName: "rare" }));
  const first = await api.get<Page>("/events?eventName=rare");
  expect(first.items.map((item) => item.uniqueId)).toEqual(["rare-2"]);
  expect(first.nextCursor).not.toBeNull();
  expect(await walk(api, "eventName=rare")).toEqual(["rare-2", "rare-1"]);
  expect(await walk(api, "eventName=rare&order=asc")).toEqual(["rare-1", "rare-2"]);
  expect(await walk(api, "eventName=rare&account=crm-1&limit=1")).toEqual(["rare-2", "rare-1"]);
});

test("finds events of a name that is not an account yet, and counts them by reason until it is (R-EVT-5)", async () => {
  const api = await openShop();
  await api.post("/metrics", { name: "Calls", eventName: "call", aggregation: { method: "count" } });
  const early = Array.from({ length: 5 }, (_, n) => event(`early-${n}`, at(n + 1), { account: "crm-9" }));
  await api.post("/events", [...early, event("strange", at(1), { eventName: "unheard" }), event("mine", at(1))]);
  await api.post("/events", [event("lone", at(1), { account: "crm-8", eventName: "unheard" })]);
  const times = { firstReceivedAt: expect.any(String), lastReceivedAt: expect.any(String) };
  const unread = { metricId: null, property: null, value: null };
  const kept = (reason: string, name: string, count: number) => ({ reason, name, count, ...unread, ...times });
  expect(await api.get("/events/unmatched")).toEqual({
    items: [kept("unknown_account", "crm-9", 5), kept("no_metric", "unheard", 1), kept("unknown_account", "crm-8", 1)],
    eventCount: 7,
  });
  expect(await walk(api, "account=crm-9&limit=2")).toEqual(["early-4", "early-3", "early-2", "early-1", "early-0"]);
  expect(await walk(api, "account=crm-9&eventName=unheard")).toEqual([]);
  const half = await api.get<Page>("/events?account=crm-9&limit=2");

  await api.post("/accounts", { name: "Late", aliases: ["crm-9"] });
  await api.post("/metrics", { name: "Unheard", eventName: "unheard", aggregation: { method: "count" } });
  expect(await api.get("/events/unmatched")).toEqual({ items: [kept("unknown_account", "crm-8", 1)], eventCount: 1 });
  expect(await walk(api, "account=crm-9&limit=2")).toEqual(["early-4", "early-3", "early-2", "early-1", "early-0"]);
  // A cursor of a walk by name is not valid for the account that got the name.
  expect((await api.request("GET", `/events?account=crm-9&limit=2&cursor=${half.nextCursor}`)).status).toBe(400);
});

test("refuses a cursor of another walk, a broken one, and page numbers in a walk, by name", async () => {
  const api = await openShop();
  await api.post("/events", [event("a", at(1)), event("b", at(2)), event("c", at(3))]);
  const { nextCursor } = await api.get<Page>("/events?account=crm-1&limit=1");
  const refusals: [query: string, pointer: string][] = [
    [`account=crm-2&cursor=${nextCursor}`, "/cursor"],
    [`account=crm-1&order=asc&cursor=${nextCursor}`, "/cursor"],
    [`account=crm-1&from=2024-01-01&cursor=${nextCursor}`, "/cursor"],
    ["account=crm-1&cursor=nonsense", "/cursor"],
    [`account=crm-1&cursor=${Buffer.from("{}").toString("base64url")}`, "/cursor"],
    ["account=crm-1&page=2", "/page"],
    ["account=crm-1&sort=timestamp:desc", "/sort"],
    [`account=crm-1&filters=${encodeURIComponent('[{"field":"eventName","value":"call"}]')}`, "/filters"],
    ["account=crm-1&order=up", "/order"],
    ["account=crm-1&from=tomorrow", "/from"],
    ["account=crm-1&limit=0", "/limit"],
    ["account=", "/account"],
    ["acount=crm-1", "/acount"],
  ];
  for (const [query, pointer] of refusals) {
    const answer = await api.request("GET", `/events?${query}`);
    expect([query, answer.status, answer.body]).toMatchObject([
      query,
      400,
      { code: "invalid_parameter", errors: [{ pointer }] },
    ]);
  }
  // A forged cursor is not accepted.
  const [print] = JSON.parse(Buffer.from(nextCursor ?? "", "base64url").toString()) as [string];
  for (const place of [
    ["1", null],
    ["x", at(1)],
    ["9".repeat(40), at(1)],
    ["1", "soon"],
    [1, at(1)],
  ]) {
    const cursor = Buffer.from(JSON.stringify([print, ...place])).toString("base64url");
    expect((await api.request("GET", `/events?account=crm-1&cursor=${cursor}`)).status).toBe(400);
  }
  // Another limit continues the same walk.
  const next = await api.get<Page>(`/events?account=crm-1&limit=5&cursor=${nextCursor}`);
  expect(next.items.map((item) => item.uniqueId)).toEqual(["b", "a"]);
});

test("a walk shows nothing of another organization (R-ORG-1)", async () => {
  const api = await openShop();
  await api.post("/events", [event("a", at(1)), event("b", at(2), { account: "crm-9" })]);
  const other = await openShop();
  for (const query of ["account=crm-1", "account=crm-9", "order=asc", "order=desc", "eventName=call"]) {
    expect(await walk(other, query)).toEqual([]);
  }
  expect(await other.get("/events/unmatched")).toEqual({ items: [], eventCount: 0 });
});
