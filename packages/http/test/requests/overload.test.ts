import { startEnvironment } from "@counterfoil/testkit/scenario";
import { expect, onTestFinished, test } from "vitest";

// R-API-8: requests that cannot be handled now are refused immediately, not after a wait.

test("refuses writes that would wait too long for the database before reading them, and continues to serve reads", async () => {
  // Ten run at a time. Each claims to take a minute, so that the eleventh after them is one too many.
  const platform = await startEnvironment(undefined, {
    isIdle: true,
    wrapDatabase: (database) => ({
      ...database,
      connections: () => ({ ...database.connections(), heldMilliseconds: 60_000 }),
    }),
  });
  onTestFinished(() => platform.stop());
  const { api } = await platform.createOrganization();
  const write = (index: number) =>
    api.request("POST", "/accounts", { body: { name: `Account ${index}`, currency: "EUR" } });
  const writes = Array.from({ length: 60 }, (_, index) => write(index));
  const reads = Array.from({ length: 60 }, () => api.request("GET", "/accounts"));
  const answers = await Promise.all(writes);
  const done = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(done.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect({ status, code: body["code"] }).toEqual({ status: 503, code: "requests_overloaded" });
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));

  // The refused requests had no effect, and one by one all succeed.
  const { data } = await api.get<{ data: unknown[] }>("/accounts?limit=100");
  expect(data).toHaveLength(done.length);
  for (let index = 0; index < 12; index += 1) expect((await write(100 + index)).status).toBe(201);
});
