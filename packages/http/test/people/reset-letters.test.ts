import type { MailMessage } from "@counterfoil/service";
import { codeOf } from "@counterfoil/testkit/one-time-code";
import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";

// R-USER-1: what somebody began with an old password, or a letter, ends when the password is set.

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

/** Asks for more letters, and answers the tokens of all that were sent. */
async function tokensTo(email: string, count: number): Promise<string[]> {
  const tokens = () =>
    letters.flatMap(({ to, text }) => (to.address === email ? (/reset-password#(\S+)/.exec(text)?.[1] ?? []) : []));
  const before = tokens().length;
  for (let asked = 0; asked < count; asked += 1) {
    await openBrowser(platform).send("POST", "/auth/password-reset", { email });
  }
  await expect.poll(() => tokens().length, { timeout: 10_000 }).toBe(before + count);
  return tokens();
}

const set = async (token: string | undefined, newPassword: string) =>
  (await openBrowser(platform).send("POST", "/auth/password-reset/confirm", { token, newPassword })).status;

test("a password that was set by one letter cannot be set by another that was sent before", async () => {
  const email = await somebody();
  const [first, second, third] = await tokensTo(email, 3);
  expect(await set(second, "a new long password")).toBe(204);
  expect([await set(first, "another long password"), await set(third, "another long password")]).toEqual([410, 410]);
  expect((await openBrowser(platform).signIn(email, "a new long password")).status).toBe(200);
  // A letter that is asked for now is good.
  const later = (await tokensTo(email, 1)).at(-1);
  expect(await set(later, "another long password")).toBe(204);
});

test("of two letters that are used at one time one at most sets the password", async () => {
  const email = await somebody();
  const tokens = await tokensTo(email, 2);
  const statuses = await Promise.all(tokens.map((token, n) => set(token, `a new long password ${n}`)));
  expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1);
  expect(statuses.filter((status) => status !== 204 && status !== 410)).toEqual([]);
});

test("somebody who changes their password, or signs out everywhere, ends the letters that were sent before", async () => {
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

test("a sign-in that waits for its second factor ends when the password is set anew", async () => {
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
