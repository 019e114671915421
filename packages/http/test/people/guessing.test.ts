import { createServer } from "@counterfoil/http";
import { countGuess, trimGuesses } from "@counterfoil/storage";
import { codeOf } from "@counterfoil/testkit/one-time-code";
import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-USER-1: guesses are refused by their origin, without locking out others.

type Server = Awaited<ReturnType<typeof createServer>>;
type Answer = Awaited<ReturnType<Server["inject"]>>;

let platform: Environment;
let organization: TestOrganization;
/** Two processes, as far as their separate state is concerned. */
let servers: readonly [Server, Server];
let people = 0;

beforeAll(async () => {
  platform = await startEnvironment();
  organization = await platform.createOrganization();
  const start = () => createServer(platform.ports, { trustedProxies: ["127.0.0.1"] });
  servers = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await platform.stop();
});

async function somebody(): Promise<string> {
  people += 1;
  const email = `guessed-${people}@example.com`;
  await platform.addPerson(organization.id, email, "owner");
  return email;
}

interface Sent {
  readonly from: string;
  readonly cookie?: string;
  readonly process?: 0 | 1;
}

async function send(url: string, payload: object, { from, cookie, process = 0 }: Sent): Promise<Answer> {
  return servers[process].inject({
    method: "POST",
    url,
    headers: {
      "x-forwarded-for": from,
      "sec-fetch-site": "same-origin",
      ...(cookie === undefined ? {} : { cookie }),
    },
    payload,
  });
}

const signIn = (email: string, from: string, password = PASSWORD) =>
  send("/auth/sign-in", { email, password }, { from });
const WRONG = "not the right password";

async function guess(times: number, email: string, from: (n: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await signIn(email, from(n), WRONG)).statusCode);
  return statuses;
}

const cookieOf = (answer: Answer) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");

test("guesses from one address lock out only that address, for as long as they continue", async () => {
  const email = await somebody();
  const guesses = await guess(40, email, () => "198.51.100.1");
  expect(guesses).toEqual([...Array<number>(5).fill(401), ...Array<number>(35).fill(429)]);
  expect((await signIn(email, "203.0.113.1")).statusCode).toBe(200);
  expect((await signIn(email, "198.51.100.1")).statusCode).toBe(429);
});

test("guesses count the same in every process, even many at once", async () => {
  const email = await somebody();
  const both = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      send("/auth/sign-in", { email, password: WRONG }, { from: "198.51.100.2", process: n % 2 === 0 ? 0 : 1 }),
    ),
  );
  expect(both.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  expect(both.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
});

test("treats all addresses of an IPv6 /64 as one in every notation, and IPv4 written as IPv6 as IPv4", async () => {
  const email = await somebody();
  const written = ["2001:db8::1", "2001:db8:0:0:1::1", "2001:0DB8:0:0::ff", "2001:db8::2:0:0:1", "2001:db8:0::3"];
  expect(await guess(5, email, (n) => written[n] ?? "")).toEqual([401, 401, 401, 401, 401]);
  expect((await signIn(email, "2001:db8::ffff:ffff:ffff:ffff")).statusCode).toBe(429);
  expect((await signIn(email, "2001:db8:0:1::1")).statusCode).toBe(200);

  const other = await somebody();
  expect(await guess(5, other, (n) => (n % 2 === 0 ? "::ffff:198.51.100.3" : "198.51.100.3"))).not.toContain(429);
  expect((await signIn(other, "::ffff:c633:6403")).statusCode).toBe(429);
});

test("a person can sign in from a known network despite guesses from a hundred others; strangers are blocked", async () => {
  const email = await somebody();
  expect((await signIn(email, "203.0.113.2")).statusCode).toBe(200);
  const guesses = await guess(105, email, (n) => `192.0.2.${Math.floor(n / 5)}`);
  expect(guesses).toEqual([...Array<number>(100).fill(401), ...Array<number>(5).fill(429)]);
  expect((await signIn(email, "203.0.113.3")).statusCode).toBe(429);
  expect((await signIn(email, "203.0.113.2")).statusCode).toBe(200);
  // On a known network, guesses are counted separately.
  expect(await guess(6, email, () => "203.0.113.2")).toEqual([401, 401, 401, 401, 401, 429]);
});

test("requesting emails from one address blocks no one else from an email, and locks no one out", async () => {
  const email = await somebody();
  const ask = (from: string) => send("/auth/password-reset", { email }, { from });
  const asked: number[] = [];
  for (let n = 0; n < 40; n += 1) asked.push((await ask("198.51.100.4")).statusCode);
  expect(asked).toEqual([...Array<number>(5).fill(202), ...Array<number>(35).fill(429)]);
  const letters = () =>
    platform.ports.identity!.people.sql("select id from letter where recipient = $1 and kind = 'password_reset'", [
      email,
    ]);
  expect(await letters()).toHaveLength(5);
  expect((await ask("203.0.113.4")).statusCode).toBe(202);
  expect(await letters()).toHaveLength(6);
  // From many addresses: the response stays the same, and a mailbox is not flooded.
  for (let n = 0; n < 30; n += 1) expect((await ask(`192.0.2.${n}`)).statusCode).toBe(202);
  expect(await letters()).toHaveLength(20);
});

test("wrong codes count per person: another cookie or sign-in does not reset the count", async () => {
  const email = await somebody();
  const [from, other] = ["198.51.100.5", "203.0.113.5"];
  const opened = cookieOf(await signIn(email, from));
  const begun = await send("/auth/two-factor", { password: PASSWORD }, { from, cookie: opened });
  const { uri, recoveryCodes } = begun.json<{ uri: string; recoveryCodes: string[] }>();
  const confirmed = await send("/auth/two-factor/confirm", { code: codeOf(uri) }, { from, cookie: opened });
  expect(confirmed.statusCode).toBe(204);

  const pending = cookieOf(await signIn(email, from));
  const show = (cookie: string, at = from, code = "000000x") =>
    send("/auth/second-factor", { code }, { from: at, cookie });
  const statuses: number[] = [];
  for (const suffix of ["", "; x=1", "; x=2", "; counterfoil.session_token=a.b", ";"]) {
    statuses.push((await show(pending + suffix)).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect((await show(`${pending}; x=3`)).statusCode).toBe(429);
  const again = cookieOf(await signIn(email, from));
  expect((await show(again, from, codeOf(uri, 1))).statusCode).toBe(429);
  // Two cookies of the name, or none that we signed, belong to no person.
  expect((await show(`${again}; ${pending}`, other)).statusCode).toBe(401);
  expect((await show("counterfoil.two_factor=2fa-forged.AAAA", other)).statusCode).toBe(401);
  // The right person, from another place: a recovery code opens it.
  const elsewhere = cookieOf(await signIn(email, other));
  const [recovery = ""] = recoveryCodes;
  const recovered = await send(
    "/auth/second-factor",
    { code: recovery, isRecoveryCode: true },
    { from: other, cookie: elsewhere },
  );
  expect(recovered.json()).toEqual({ status: "signed_in" });
});

test("refuses a network that guesses at many people or tries many tokens, without a record for each", async () => {
  const from = "198.51.100.6";
  const count = async () =>
    Number((await platform.ports.identity!.people.sql<{ count: string }>("select count(*) from guess"))[0]?.count);
  const before = await count();
  const statuses: number[] = [];
  for (let n = 0; n < 70; n += 1) {
    const body = { token: `token-${String(n).padStart(30, "0")}`, newPassword: "a new long password" };
    statuses.push((await send("/auth/password-reset/confirm", body, { from })).statusCode);
  }
  expect(statuses.filter((status) => status === 410)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual(Array<number>(10).fill(429));
  expect(await count()).toBe(before + 1);
});

test("removes expired counts, and the oldest of those above the limit", async () => {
  const { people: database } = platform.ports.identity!;
  await database.sql("delete from guess");
  const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
  const window = { forgetBefore: at(0) };
  for (let n = 1; n <= 30; n += 1) await countGuess(database, Buffer.from([n]), { ...window, now: at(n) });
  const kept = async () =>
    (await database.sql<{ subject: Buffer }>("select subject from guess order by since")).map(
      ({ subject }) => subject[0],
    );
  await trimGuesses(database, at(5));
  expect((await kept())[0]).toBe(5);
  await trimGuesses(database, at(5), 8);
  await trimGuesses(database, at(5), 8);
  expect(await kept()).toEqual([23, 24, 25, 26, 27, 28, 29, 30]);
});
