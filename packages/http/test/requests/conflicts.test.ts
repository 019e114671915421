import type { Database } from "@counterfoil/service";
import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-API-4, R-API-5: a request that conflicts with others is run again, and returns 503 if that does not help.

let environment: Environment;
/** How many transactions of the organization PostgreSQL aborts from now on, before they commit. */
let conflicts = { organizationId: "", left: 0 };

const ATTEMPTS = 3;

function conflicting(inner: Database): Database {
  return {
    ...inner,
    transaction: (organizationId, work) =>
      inner.transaction(organizationId, async (tx) => {
        const result = await work(tx);
        if (organizationId === conflicts.organizationId && conflicts.left > 0) {
          conflicts.left -= 1;
          await tx.sql("do $$ begin raise exception using errcode = '40P01'; end $$");
        }
        return result;
      }),
  };
}

beforeAll(async () => {
  environment = await startEnvironment(undefined, {
    isIdle: true,
    isSilent: true,
    wrapDatabase: conflicting,
    conflictRetries: { mostTimes: ATTEMPTS, firstMilliseconds: 1, longestMilliseconds: 5 },
  });
});

afterAll(() => environment.stop());

test.each([{}, { "Idempotency-Key": "once" }])(
  "a request that conflicts twice takes effect once (%j)",
  async (headers) => {
    const { id: organizationId, api } = await environment.createOrganization();
    conflicts = { organizationId, left: 2 };
    const { status } = await api.request("POST", "/accounts", { body: { name: "Acme" }, headers });
    expect([status, conflicts.left]).toEqual([201, 0]);
    const { data } = await api.get<{ data: object[] }>("/accounts");
    expect(data).toHaveLength(1);
    const { items: told } = await api.get<{ items: object[] }>("/notifications");
    expect(told).toHaveLength(1);
  },
);

test("a request that always conflicts returns 503, has no effect, and can be sent again", async () => {
  const { id: organizationId, api } = await environment.createOrganization();
  const request = { body: { name: "Acme" }, headers: { "Idempotency-Key": "again" } };
  conflicts = { organizationId, left: ATTEMPTS };
  const refused = await api.request<{ code: string }>("POST", "/accounts", request);
  expect([refused.status, refused.body.code]).toEqual([503, "database_unavailable"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await api.get<{ data: object[] }>("/accounts")).data).toEqual([]);
  expect((await api.request("POST", "/accounts", request)).status).toBe(201);
  expect((await api.get<{ data: object[] }>("/accounts")).data).toHaveLength(1);
});
