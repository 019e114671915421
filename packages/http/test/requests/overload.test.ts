import { startEnvironment } from "@counterfoil/testkit/scenario";
import { expect, onTestFinished, test } from "vitest";

// R-API-8: requests that cannot be handled now are refused immediately, not after a wait.

test("refuses writes that would wait too long for the database before reading them, and continues to serve reads", async () => {
  // Ten run at a time. Each claims to take a minute, so that the second after them is one too many.
  const ADMITTED = 11;
  const WRITES = 60;
  const held: Promise<void>[] = [];
  const platform = await startEnvironment(undefined, {
    isIdle: true,
    wrapDatabase: (database) => ({
      ...database,
      connections: () => ({ ...database.connections(), heldMilliseconds: 60_000 }),
      async transaction(organizationId, work) {
        await Promise.all(held);
        return database.transaction(organizationId, work);
      },
    }),
  });
  onTestFinished(() => platform.stop());
  const { api } = await platform.createOrganization();
  const write = (index: number) =>
    api.request("POST", "/accounts", { body: { name: `Account ${index}`, currency: "EUR" } });

  // The admitted writes end only after the others were refused and the reads answered, in whatever order they arrive.
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held.push(promise);
  let refusals = 0;
  const allRefused = Promise.withResolvers<void>();
  const writes = Array.from({ length: WRITES }, async (_, index) => {
    const answer = await write(index);
    if (answer.status !== 201) refusals += 1;
    if (refusals === WRITES - ADMITTED) allRefused.resolve();
    return answer;
  });
  const reads = await Promise.all(Array.from({ length: 60 }, () => api.request("GET", "/accounts")));
  await allRefused.promise;
  release();

  const answers = await Promise.all(writes);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(WRITES - ADMITTED);
  for (const { status, body, headers } of refused) {
    expect({ status, code: body["code"] }).toEqual({ status: 503, code: "requests_overloaded" });
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));

  // The refused requests had no effect, and one by one all succeed.
  const { data } = await api.get<{ data: unknown[] }>("/accounts?limit=100");
  expect(data).toHaveLength(ADMITTED);
  for (let index = 0; index < 12; index += 1) expect((await write(100 + index)).status).toBe(201);
});
