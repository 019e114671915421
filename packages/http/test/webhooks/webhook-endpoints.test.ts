import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
});

const url = "https://hooks.example.com/counterfoil";

test("creates an endpoint with a secret that is shown once, changes and deletes it (R-HOOK-1)", async () => {
  const created = await api.request<Json & { secret: string }>("POST", "/webhook-endpoints", { body: { url } });
  expect([created.status, created.headers.get("location")]).toEqual([201, `/webhook-endpoints/${created.body.id}`]);
  const { secret, ...endpoint } = created.body;
  // 32 bytes in base64.
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toMatchObject({
    id: expect.stringMatching(/^whe_/),
    url,
    description: null,
    eventTypes: ["*"],
    enabled: true,
    disabledReason: null,
    sendFromSandbox: false,
    failingSince: null,
  });
  const path = `/webhook-endpoints/${endpoint.id}`;
  expect(await api.get(path)).toEqual(endpoint);
  const rotated = await api.post<{ secret: string }>(`${path}/rotate-secret`, {});
  expect(rotated.secret).not.toBe(secret);
  const change = { description: "Ours", eventTypes: ["invoice.*", "invoice.*", "credit.granted"], enabled: false };
  expect(await api.patch(path, change)).toMatchObject({
    description: "Ours",
    eventTypes: ["invoice.*", "credit.granted"],
    enabled: false,
    disabledReason: "manual",
    disabledAt: expect.stringMatching(/Z$/),
  });
  expect((await api.request("POST", `${path}/test`)).status).toBe(409);
  const listed = await api.get<{ items: Json[] }>("/webhook-endpoints");
  expect(listed.items.map(({ id }) => id)).toEqual([endpoint.id]);
  expect(JSON.stringify(listed)).not.toContain("whsec_");
  await api.delete(path);
  for (const gone of [path, `${path}/deliveries`]) expect((await api.request("GET", gone)).status).toBe(404);
  expect((await api.get<{ items: Json[] }>("/webhook-endpoints")).items).toEqual([]);
});

test("accepts the names of other services, and stores ours (R-API-10)", async () => {
  const eventTypes = ["account.credits.granted", "credit.granted", "account.credits.*", "subscription.cancelled"];
  const body = { url: "https://hooks.example.com/names", eventTypes };
  const endpoint = await api.post<Json & { eventTypes: string[] }>("/webhook-endpoints", body);
  expect(endpoint.eventTypes).toEqual(["credit.granted", "credit.*", "subscription.canceled"]);
  const path = `/webhook-endpoints/${endpoint.id}`;
  const change = { eventTypes: ["subscription.cancellation_scheduled", "account.created"] };
  expect(await api.patch(path, change)).toMatchObject({
    eventTypes: ["subscription.cancelation_scheduled", "account.created"],
  });
  const unknown = await api.request("PATCH", path, { body: { eventTypes: ["account.credits.grnted"] } });
  expect(faultsOf(unknown)).toEqual({ "/eventTypes/0": "unknown_event_type" });
  expect(JSON.stringify(unknown.body)).toContain("account.credits.grnted");
  await api.delete(path);
});

test("names every wrong field of an endpoint (R-API-4)", async () => {
  const refused = async (body: object) => faultsOf(await api.request("POST", "/webhook-endpoints", { body }));
  expect(
    await refused({ url: "http://169.254.169.254/", eventTypes: ["*", "invoice.isued", "invoice.", "x.*"] }),
  ).toEqual({
    "/url": "refused_target",
    "/eventTypes/1": "unknown_event_type",
    "/eventTypes/2": "unknown_event_type",
    "/eventTypes/3": "unknown_event_type",
  });
  expect(await refused({ url: "ftp://example.com", eventTypes: [] })).toMatchObject({ "/url": "wrong_format" });
  expect(await refused({})).toMatchObject({ "/url": "required" });
  const { id } = await api.post("/webhook-endpoints", { url });
  const path = `/webhook-endpoints/${id}`;
  expect(faultsOf(await api.request("PATCH", path, { body: { url: "https://localhost" } }))).toEqual({
    "/url": "refused_target",
  });
  const range = { from: "2026-02-02", to: "2026-02-01", eventTypes: ["a"] };
  expect(faultsOf(await api.request("POST", `${path}/redeliver`, { body: range }))).toEqual({
    "/eventTypes/0": "unknown_event_type",
    "/to": "not_after",
  });
});

test("endpoints, their logs and their secrets require the scope admin (R-KEY-1)", async () => {
  const { id } = await api.post("/webhook-endpoints", { url });
  const scopes = ["read", "write", "ingest", "billing"];
  const { token } = await api.post<{ token: string }>("/api-keys", { name: "Others", scopes });
  const others = (await environment()).api(token);
  const path = `/webhook-endpoints/${id}`;
  for (const [method, asked] of [
    ["GET", path],
    ["GET", "/webhook-endpoints"],
    ["GET", `${path}/deliveries`],
    ["POST", `${path}/test`],
    ["POST", `${path}/rotate-secret`],
    ["DELETE", path],
  ] as const) {
    expect([asked, (await others.request(method, asked)).status]).toEqual([asked, 403]);
  }
});
