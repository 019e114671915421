import { deliverLetters, type MailMessage } from "@counterfoil/service";
import { codeOf } from "@counterfoil/testkit/one-time-code";
import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";

// R-USER-1: what a person started with an old password or an email ends when the password is set.

let platform: Environment;
let organization: TestOrganization;
const letters: MailMessage[] = [];
let people = 0;

beforeAll(async () => {
  platform = await startEnvironment(undefined, {
    mail: {
      publicUrl: "https://billing.example.com",
      mailer: {
        send: (message) => {
          letters.push(message);
          return Promise.resolve({ kind: "accepted" });
        },
      },
    },
  });
  organization = await platform.createOrganization();
});
afterAll(() => platform.stop());

async function somebody(): Promise<string> {
  people += 1;
  const email = `reset-${people}@example.com`;
  await platform.addPerson(organization.id, email, "owner");
  return email;
}

/** Requests more emails, and returns the tokens of all that were sent. */
async function tokensTo(email: string, count: number): Promise<string[]> {
  const tokens = () =>
    letters.flatMap(({ to, text }) => (to.address === email ? (/reset-password#(\S+)/.exec(text)?.[1] ?? []) : []));
  const before = tokens().length;
  for (let asked = 1; asked <= count; asked += 1) {
    await openBrowser(platform).send("POST", "/auth/password-reset", { email });
    // Emails that wait together are sent in any order.
    await expect.poll(() => tokens().length, { timeout: 20_000 }).toBe(before + asked);
  }
  return tokens();
}

const set = async (token: string | undefined, newPassword: string) =>
  (await openBrowser(platform).send("POST", "/auth/password-reset/confirm", { token, newPassword })).status;

test("of several reset emails only the newest sets the password, once", async () => {
  const email = await somebody();
  const [first, second, third] = await tokensTo(email, 3);
  expect([await set(first, "a new long password"), await set(second, "a new long password")]).toEqual([410, 410]);
  expect((await openBrowser(platform).signIn(email)).status).toBe(200);
  expect(await set(third, "a new long password")).toBe(204);
  const again = await Promise.all([first, second, third].map((token) => set(token, "another long password")));
  expect(again).toEqual([410, 410, 410]);
  expect((await openBrowser(platform).signIn(email, "a new long password")).status).toBe(200);
  // An email that is requested now works.
  const later = (await tokensTo(email, 1)).at(-1);
  expect(await set(later, "another long password")).toBe(204);
});

test("of two emails that are used at the same time, at most one sets the password", async () => {
  const email = await somebody();
  const tokens = await tokensTo(email, 2);
  const statuses = await Promise.all(tokens.map((token, n) => set(token, `a new long password ${n}`)));
  expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1);
  expect(statuses.filter((status) => status !== 204 && status !== 410)).toEqual([]);
});

test("the database never contains the token of a waiting email, and the sent email does", async () => {
  // Its worker has no SMTP server, so emails wait.
  const waiting = await startEnvironment();
  try {
    const { people } = waiting.ports.identity!;
    const shop = await waiting.createOrganization();
    await waiting.addPerson(shop.id, "waits@example.com", "owner");
    expect(
      (await shop.api.request("POST", "/invitations", { body: { email: "new@example.com", role: "viewer" } })).status,
    ).toBe(201);
    const asked = await openBrowser(waiting).send("POST", "/auth/password-reset", { email: "waits@example.com" });
    expect(asked.status).toBe(202);
    const stored = await people.sql<{ kind: string; token: string }>("select kind, token from letter order by kind");
    expect(stored.map(({ kind }) => kind)).toEqual(["invitation", "password_reset"]);
    for (const { token } of stored) expect(token).toMatch(/^sealed1\./);
    const sent: MailMessage[] = [];
    const mailer = {
      send: (message: MailMessage) => {
        sent.push(message);
        return Promise.resolve({ kind: "accepted" } as const);
      },
    };
    await deliverLetters(waiting.ports.identity!, waiting.ports.clock, {
      mailer,
      publicUrl: "https://billing.example.com",
    });
    const texts = sent.map(({ text }) => text).join("\n");
    const tokens = [/reset-password#(\S+)/, /invitation#(\S+)/].map((pattern) => pattern.exec(texts)?.[1] ?? "");
    const everything = JSON.stringify(stored);
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(20);
      expect(everything).not.toContain(token);
    }
    const [token, invited] = tokens;
    const confirm = { token, newPassword: "a new long password" };
    expect((await openBrowser(waiting).send("POST", "/auth/password-reset/confirm", confirm)).status).toBe(204);
    const read = await openBrowser(waiting).send("POST", "/auth/invitation", { token: invited });
    expect(read.body).toMatchObject({ email: "new@example.com" });
  } finally {
    await waiting.stop();
  }
});

test("changing the password or signing out everywhere invalidates emails that were sent before", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const [token] = await tokensTo(email, 1);
  const change = { currentPassword: PASSWORD, newPassword: "a new long password" };
  expect((await browser.send("POST", "/auth/password", change)).status).toBe(204);
  expect(await set(token, "another long password")).toBe(410);
  const [, next] = await tokensTo(email, 1);
  expect((await browser.send("POST", "/auth/sign-out-everywhere")).status).toBe(204);
  expect(await set(next, "another long password")).toBe(410);
  expect((await browser.signIn(email, "a new long password")).status).toBe(200);
});

test("a sign-in that waits for its second factor ends when the password is reset", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const { uri } = (await browser.send("POST", "/auth/two-factor", { password: PASSWORD })).body as { uri: string };
  await browser.send("POST", "/auth/two-factor/confirm", { code: codeOf(uri) });
  const thief = openBrowser(platform);
  expect((await thief.signIn(email)).body).toEqual({ status: "second_factor_required" });
  const [token] = await tokensTo(email, 1);
  expect(await set(token, "a new long password")).toBe(204);
  expect((await thief.send("POST", "/auth/second-factor", { code: codeOf(uri, 1) })).status).toBe(401);
});
