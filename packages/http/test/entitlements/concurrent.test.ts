import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import {
  type Api,
  type Check,
  checkFeature,
  createApi,
  environment,
  makeFeatures,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCatalogue } from "../support/catalogue.ts";

// Limits hold regardless of how many processes reserve at once, and confirmed reservations survive if the processes are
// killed.

interface Serving {
  readonly url: string;
  readonly process: ChildProcess;
}

const running: ChildProcess[] = [];
let servers: Serving[];

async function serve(): Promise<Serving> {
  const { database } = await environment();
  const child = fork(join(import.meta.dirname, "serving-process.ts"), {
    env: { ...process.env, APP_URL: database.appUrl },
  });
  running.push(child);
  const [url] = (await once(child, "message")) as [string];
  return { url, process: child };
}

beforeAll(async () => {
  servers = await Promise.all([serve(), serve()]);
});

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** An account that may use `limit` of each of these features. */
async function grant(limit: string, keys: readonly string[] = ["jobs"]) {
  const organization: TestOrganization = await (await environment()).createOrganization();
  const { api } = organization;
  const { priceId } = await createCatalogue(api);
  await makeFeatures(api, Object.fromEntries(keys.map((key) => [key, null])));
  const account = await api.post("/accounts", { name: "Acme", currency: "USD" });
  const entitlements = keys.map((featureKey) => ({ featureKey, value: limit, resets: "none" }));
  const priceGroups = [{ priceIds: [priceId] }];
  const subscription = await api.post("/subscriptions", { accountId: account.id, priceGroups, entitlements });
  await api.post(`/subscriptions/${subscription.id}/activate`);
  const through = (place: number): Api => createApi(servers[place % servers.length]?.url ?? "", api.token);
  return { api, accountId: account.id, through };
}

test("allows exactly 100 of 200 reservations of 1 against a limit of 100, through two servers at once", async () => {
  const { api, accountId, through } = await grant("100");
  const asked = Array.from({ length: 200 }, (_, place) =>
    checkFeature(through(place), accountId, "jobs", { reserve: true }),
  );
  const answers = await Promise.all(asked);
  const allowed = answers.filter((answer) => answer.allowed);
  expect(allowed.length).toBe(100);
  expect(new Set(allowed.map((answer) => answer.reservationId)).size).toBe(100);
  expect(answers.filter((answer) => answer.reason === "limit_reached").length).toBe(100);
  // The responses show the remaining quantity: 99, 98, … 0, each once.
  const left = allowed.map((answer) => Number(answer.remaining)).sort((a, b) => b - a);
  expect(left).toEqual(Array.from({ length: 100 }, (_, place) => 99 - place));
  expect(await checkFeature(api, accountId, "jobs")).toMatchObject({ used: "0", reserved: "100", remaining: "0" });
});

test("reserving and settling several features through two servers neither deadlocks nor loses anything", async () => {
  const keys = ["a", "b", "c"];
  const { api, accountId, through } = await grant("100000", keys);
  const workers = Array.from({ length: 12 }, async (_, worker) => {
    let held: Check | undefined;
    for (let step = 0; step < 15; step += 1) {
      const key = keys[(worker + step) % keys.length] ?? "";
      const reservation = await checkFeature(through(worker + step), accountId, key, { reserve: true, quantity: "5" });
      const settle = { reservationId: reservation.reservationId, quantity: "2.5" };
      // Settled on the other server, twice.
      held = await checkFeature(through(worker + step + 1), accountId, key, { settle });
      await checkFeature(through(worker + step), accountId, key, { settle });
    }
    return held;
  });
  await Promise.all(workers);
  // 12 workers × 15 steps × 2.5 = 450, one third for each feature.
  for (const key of keys) {
    expect(await checkFeature(api, accountId, key)).toMatchObject({ used: "150", reserved: "0", remaining: "99850" });
  }
});

test("makes a reservation once if it is sent many times at once", async () => {
  const { api, accountId, through } = await grant("100");
  const body = { reserve: true, quantity: "60", uniqueId: "job-1" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => checkFeature(through(place), accountId, "jobs", body)),
  );
  expect(new Set(answers.map((answer) => answer.reservationId)).size).toBe(1);
  expect(answers.every((answer) => answer.allowed)).toBe(true);
  expect(await checkFeature(api, accountId, "jobs")).toMatchObject({ reserved: "60" });
});

test("a confirmed reservation survives its process, and an unconfirmed one can be sent again", async () => {
  const { api, accountId } = await grant("1000");
  const answered = new Map<string, Check>();
  let sent = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const victim = await serve();
    const client = createApi(victim.url, api.token);
    const unsettled = Array.from({ length: 40 }, () => {
      sent += 1;
      const uniqueId = `job-${sent}`;
      const reserve = () => checkFeature(client, accountId, "jobs", { reserve: true, quantity: "2", uniqueId });
      return reserve().then(
        (answer) => {
          answered.set(uniqueId, answer);
          // The first responses are the signal: most of the other requests are in progress.
          if (answered.size === 40 * kill + 5) victim.process.kill("SIGKILL");
        },
        () => undefined,
      );
    });
    await Promise.all(unsettled);
    victim.process.kill("SIGKILL");
  }
  expect(answered.size).toBeGreaterThanOrEqual(15);
  // All requests are sent again: confirmed ones return the same reservation, the others reserve now. 120 × 2 = 240.
  for (let place = 1; place <= sent; place += 1) {
    const uniqueId = `job-${place}`;
    const again = await checkFeature(api, accountId, "jobs", { reserve: true, quantity: "2", uniqueId });
    expect(again.allowed).toBe(true);
    const before = answered.get(uniqueId);
    if (before !== undefined) expect(again.reservationId).toBe(before.reservationId);
  }
  expect(await checkFeature(api, accountId, "jobs")).toMatchObject({ reserved: "240", remaining: "760" });
});
