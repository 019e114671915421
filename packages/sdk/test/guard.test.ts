import { createClient, CounterfoilError } from "@counterfoil/sdk";
import { entitlementGuard, type RouteGuardOptions } from "@counterfoil/sdk/next";
import { makeFeatures, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultyServer, hangUp, problem, silence } from "./support/faulty-server.ts";

// R-SDK-2: an entitlement guard, against a real server.

let story: Story;

/** A plan with reports and 1,000 tokens a month, but without exports. */
beforeAll(async () => {
  story = await scenario({ start: "2026-01-05" });
  await makeFeatures(story.api, { reports: true, exports: true, tokens: null });
  const plan = await story.plan("Pro", [await story.fixed("Base", "49.00")], {
    entitlements: [
      { featureKey: "reports", value: true },
      { featureKey: "tokens", value: "1000", resets: "month" },
    ],
  });
  await story.subscribe({ plan });
});

function guarded(options: Partial<RouteGuardOptions>) {
  const client = createClient({ baseUrl: story.environment.url, apiKey: story.api.token });
  const guard = entitlementGuard({
    client,
    feature: "reports",
    account: () => story.accountId,
    whenUnreachable: "refuse",
    ...options,
  });
  const route = guard((_request, _context, entitlement) => Response.json({ entitlement }));
  return (url = "http://shop.example/") => route(new Request(url), {});
}

test("an account whose plan includes the feature gets through, with the result of the check", async () => {
  const response = await guarded({})();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ entitlement: { allowed: true, reason: null } });
});

test("an account whose plan does not include it gets 403", async () => {
  const response = await guarded({ feature: "exports" })();
  expect([response.status, response.headers.get("cache-control")]).toEqual([403, "no-store"]);
  expect(await response.json()).toMatchObject({
    code: "not_entitled",
    feature: "exports",
    detail: 'The account\'s plan does not include "exports".',
  });
});

test("a quantity above the limit gets 402, with when it resets", async () => {
  const ask = guarded({ feature: "tokens", quantity: ({ url }) => new URL(url).searchParams.get("tokens") ?? "1" });
  expect((await ask("http://shop.example/?tokens=1000")).status).toBe(200);
  const response = await ask("http://shop.example/?tokens=1001");
  expect(response.status).toBe(402);
  expect(await response.json()).toMatchObject({
    code: "limit_reached",
    entitlement: { limit: "1000", remaining: "1000" },
    detail: expect.stringMatching(/The limit of 1000 for "tokens" is reached. It resets at 2026-/),
  });
});

test("a request without an account gets 401, and asks no server", async () => {
  for (const account of [null, undefined, ""]) {
    const response = await guarded({
      client: createClient({ baseUrl: "http://127.0.0.1:1" }),
      account: () => account,
    })();
    expect(await response.json()).toMatchObject({ status: 401, code: "account_required" });
  }
});

test("an application may send its own response to a refused request", async () => {
  const own = guarded({ feature: "exports", onRefused: ({ code }) => new Response(code, { status: 418 }) });
  const response = await own();
  expect([response.status, await response.text()]).toEqual([418, "not_entitled"]);
});

test("while the server does not answer, whenUnreachable decides", async () => {
  const { url: busy } = await faultyServer(problem(503, "overloaded"));
  const { url: broken } = await faultyServer(hangUp);
  for (const baseUrl of [busy, broken, "http://127.0.0.1:1"]) {
    const errors: CounterfoilError[] = [];
    const client = createClient({ baseUrl, apiKey: "key" });
    const onUnreachable = (error: CounterfoilError) => errors.push(error);
    const refused = await guarded({ client, whenUnreachable: "refuse", onUnreachable })();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ code: "billing_unreachable" });
    const allowed = await guarded({ client, whenUnreachable: "allow", onUnreachable })();
    expect(await allowed.json()).toEqual({ entitlement: null });
    expect(errors).toHaveLength(2);
  }
});

test("a server that is slow, or asks to wait, delays a request by at most the timeout", async () => {
  for (const answer of [silence, problem(429, "rate_limited", { "Retry-After": "30" })]) {
    const { url } = await faultyServer(answer);
    const codes: string[] = [];
    const began = performance.now();
    const response = await guarded({
      client: createClient({ baseUrl: url, apiKey: "key" }),
      timeoutMilliseconds: 200,
      onUnreachable: ({ code }) => codes.push(code),
    })();
    expect([response.status, codes]).toEqual([503, ["timed_out"]]);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});

test("a wrong key, an unknown account and an unknown feature are errors, also with whenUnreachable: allow", async () => {
  const wrongKey = createClient({ baseUrl: story.environment.url, apiKey: "cf_test_wrong" });
  const cases: [Partial<RouteGuardOptions>, number][] = [
    [{ client: wrongKey }, 401],
    [{ account: () => "unknown-account" }, 404],
    [{ feature: "raports" }, 404],
    [{ feature: "tokens", quantity: "many" }, 422],
  ];
  for (const [options, status] of cases) {
    const error: unknown = await guarded({ ...options, whenUnreachable: "allow" })().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CounterfoilError);
    expect((error as CounterfoilError).status).toBe(status);
  }
});
