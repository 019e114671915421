import { beginPaymentMethodSetup, checkSecrets, createSecrets, updatePaymentSettings } from "@counterfoil/service";
import { scenario, TEST_SECRET } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import pg from "pg";
import { expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-INV-7: the payment provider, and the rules for unpaid invoices.

const NEWER = "another text of 32 characters or more";
const SECRETS = { secretKey: "sk_test_0123456789", webhookSecret: "whsec_0123456789" };

test("secrets can be set, but are never shown or audited (R-INV-7, R-AUDIT-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const initial = await story.api.get("/payment-settings");
  expect(initial).toEqual({
    provider: "manual",
    stripe: { publishableKey: null, hasSecretKey: false, hasWebhookSecret: false },
    dunning: { schedule: [], reminders: [], outcome: "none" },
  });
  const dunning = { schedule: [3, 5, 7], reminders: [1, 4], outcome: "uncollectible" };
  const body = { provider: "stripe", stripe: { ...SECRETS, publishableKey: "pk_test_1" }, dunning };
  const shown = {
    provider: "stripe",
    stripe: { publishableKey: "pk_test_1", hasSecretKey: true, hasWebhookSecret: true },
    dunning,
  };
  expect(await story.api.patch("/payment-settings", body)).toEqual(shown);
  expect(await story.api.patch("/payment-settings", { dunning: { reminders: [2] } })).toMatchObject({
    stripe: shown.stripe,
    dunning: { schedule: [3, 5, 7], reminders: [2] },
  });
  expect(await story.api.patch("/payment-settings", { stripe: { webhookSecret: null } })).toMatchObject({
    stripe: { hasSecretKey: true, hasWebhookSecret: false },
  });
  const client = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ all: string }>(
    `select (select string_agg(changes::text, ' ') from audit_entry where organization_id = $1 and action = 'payment_settings.updated')
       || (select coalesce(string_agg(data::text, ' '), '') from notification where organization_id = $1) as all`,
    [story.organizationId],
  );
  const { rows: kept } = await client.query<{ all: string }>(
    "select payment_settings::text as all from payment_settings where organization_id = $1",
    [story.organizationId],
  );
  await client.end();
  expect(rows[0]?.all).toContain("secretsReplaced");
  expect(kept[0]?.all).toContain("sealed1.");
  for (const secret of Object.values(SECRETS)) expect(rows[0]?.all + String(kept[0]?.all)).not.toContain(secret);
});

test("without the key that sealed them, secrets are unusable, and the response discloses nothing else", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.api.patch("/payment-settings", { provider: "stripe", stripe: SECRETS });
  const { ports } = story.environment;
  const actor = { type: "command", id: "test" } as const;
  const context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
  const begin = (keys: string[]) =>
    beginPaymentMethodSetup({ ...context, secrets: createSecrets(keys) }, story.accountId);
  await expect(begin([NEWER])).rejects.toMatchObject({
    code: "secrets_unavailable",
    message: "The server cannot decrypt a stored secret. Its log gives the reason; ask the operator.",
    cause: expect.objectContaining({ message: expect.stringContaining("COUNTERFOIL_SECRET_OLD") }),
  });
  const keys = (await checkSecrets({ ...context, secrets: createSecrets([NEWER, TEST_SECRET]) }, { repairs: true }))
    .underOlderKey;
  expect(keys.map((key) => key.split(" ")[0])).toEqual(["secret_key", "webhook_secret"]);
  const anew = { ...context, secrets: createSecrets([NEWER]) };
  expect(await checkSecrets(anew, { repairs: false })).toEqual({ secrets: 2, underOlderKey: [], unreadable: [] });
  const { unreadable } = await checkSecrets(context, { repairs: true });
  expect(unreadable).toHaveLength(2);
  const save = updatePaymentSettings({ ...context, secrets: createSecrets([]) }, { stripe: SECRETS });
  await expect(save).rejects.toThrow(
    "The secret cannot be stored: the server was started without COUNTERFOIL_SECRET. Set it and restart the server.",
  );
});

test("names every fault of the settings (R-API-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const patch = (body: object) => story.api.request("PATCH", "/payment-settings", { body });
  const wrong = { provider: "stripe", dunning: { reminders: [4, 4], schedule: [], outcome: "uncollectible" } };
  expect(faultsOf(await patch(wrong))).toEqual({
    "/stripe/secretKey": "required",
    "/dunning/reminders": "not_ascending",
    "/dunning/schedule": "required",
  });
  const setup = await story.api.request("POST", `/accounts/${story.accountId}/payment-method/setup`);
  expect(setup).toMatchObject({ status: 409 });
  expect(setup.body["detail"]).toBe(
    "The payment provider is manual, so payments are only recorded. Set up a provider in the payment settings.",
  );
});

test("reports a key that the provider rejects, and not as an unavailable provider (R-INV-7)", async () => {
  const { story } = await paidStory({ start: "2026-01-01" });
  await story.api.patch("/payment-settings", { stripe: { secretKey: "sk_test_of_nobody" } });
  const setup = await story.api.request("POST", `/accounts/${story.accountId}/payment-method/setup`);
  expect([setup.status, setup.body["code"]]).toEqual([409, "state_conflict"]);
  expect(setup.body["detail"]).toBe(
    "The payment provider rejected the secret key. Set a valid key in the payment settings.",
  );
});
