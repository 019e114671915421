import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "./browser.ts";

// R-USER-1: a server without SMTP gives the link of an invitation to the person who invites.

let platform: Environment;
let organization: TestOrganization;
let owner: Browser;

beforeAll(async () => {
  platform = await startEnvironment(undefined, { mail: { publicUrl: "https://billing.example.com", mailer: null } });
  organization = await platform.createOrganization();
  await platform.addPerson(organization.id, "owner@example.com", "owner");
  owner = openBrowser(platform);
  await owner.signIn("owner@example.com");
});
afterAll(() => platform.stop());

const visit = (path: string, body: object) => openBrowser(platform).send("POST", path, body);
const tokenIn = ({ body }: { body: Record<string, unknown> }) => /#(\S+)$/.exec(String(body["link"]))?.[1] ?? "";

test("without SMTP the answer to an invitation contains its link, and no later answer does", async () => {
  const made = await owner.send("POST", "/invitations", { email: "ada@example.com", role: "finance" });
  expect(made.body["link"]).toMatch(/\/app\/invitation#[\w-]{32}$/);
  const shown = await owner.get(`/invitations/${String(made.body["id"])}`);
  expect(shown.body).not.toHaveProperty("link");
  const token = tokenIn(made);
  expect((await visit("/auth/invitation", { token })).body).toMatchObject({ email: "ada@example.com" });
  const accepted = await visit("/auth/invitation/accept", { token, name: "Ada", password: PASSWORD });
  expect(accepted.status).toBe(200);
  const again = await owner.send("POST", `/invitations/${String(made.body["id"])}/renew`);
  expect(again.body).toMatchObject({ status: 409, code: "state_conflict" });
});

test("renewing shows a new link, and ends the old one", async () => {
  const made = await owner.send("POST", "/invitations", { email: "bob@example.com", role: "viewer" });
  const renewed = await owner.send("POST", `/invitations/${String(made.body["id"])}/renew`);
  expect(tokenIn(renewed)).not.toBe(tokenIn(made));
  expect((await visit("/auth/invitation", { token: tokenIn(made) })).status).toBe(404);
  expect((await visit("/auth/invitation", { token: tokenIn(renewed) })).status).toBe(200);
});
