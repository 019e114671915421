import { createHmac } from "node:crypto";
import { verifyWebhook, type WebhookCheck, WebhookVerificationError } from "@counterfoil/sdk";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

// The example in the Standard Webhooks specification.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const sentAt = 1_614_265_330;
const example: WebhookCheck = {
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": id,
    "webhook-timestamp": String(sentAt),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  secret,
  now: () => sentAt * 1000,
};
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

function sign(body: string, by: string): string {
  const key = Buffer.from(by.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest("base64")}`;
}

function signed(body: string, signature: string): WebhookCheck {
  return {
    ...example,
    body,
    headers: { ...example.headers, "webhook-signature": signature },
  };
}

async function faultOf(check: WebhookCheck): Promise<string> {
  const error: unknown = await verifyWebhook(check).catch((reason: unknown) => reason);
  return error instanceof WebhookVerificationError ? error.code : `accepted: ${String(error)}`;
}

test("accepts the specification's own example (R-HOOK-1)", async () => {
  expect(await verifyWebhook(example)).toMatchObject({ id });
  // A signature that the specification's own library made.
  const body = '{"type":"invoice.paid","timestamp":"2026-05-01T00:00:00.000Z","data":{"id":"inv_1"}}';
  const signature = new Webhook(secret).sign(id, new Date(sentAt * 1000), body);
  expect(await verifyWebhook(signed(body, signature))).toMatchObject({ id, type: "invoice.paid" });
});

test("accepts a notification if any signature matches any secret", async () => {
  const body = JSON.stringify({ type: "invoice.issued", timestamp: "2026-05-01T00:00:00.000Z", data: { id: "inv_1" } });
  const told = { id, type: "invoice.issued", timestamp: "2026-05-01T00:00:00.000Z", data: { id: "inv_1" } };
  const both = `${sign(body, other)} v1a,bm90IG91cnM= ${sign(body, secret)}`;
  expect(await verifyWebhook(signed(body, both))).toEqual(told);
  expect(await verifyWebhook({ ...signed(body, sign(body, other)), secret: [secret, other] })).toEqual(told);
  expect(
    await verifyWebhook({ ...signed(body, both), headers: new Headers(signed(body, both).headers as never) }),
  ).toEqual(told);
  expect(await verifyWebhook({ ...signed(body, both), body: new TextEncoder().encode(body) })).toEqual(told);
});

test("rejects a notification with a wrong signature or an old timestamp", async () => {
  const { body } = example as { body: string };
  expect(await faultOf({ ...example, body: body.replace("2432232314", "2432232315") })).toBe("wrong_signature");
  expect(await faultOf(signed(body, sign(body, other)))).toBe("wrong_signature");
  expect(await faultOf(signed(body, sign(body, secret).replace("v1,", "v2,")))).toBe("wrong_signature");
  expect(await faultOf(signed(body, "v1,%%%"))).toBe("wrong_signature");
  expect(await faultOf({ ...example, now: () => (sentAt + 301) * 1000 })).toBe("too_old");
  expect(await faultOf({ ...example, now: () => (sentAt - 301) * 1000 })).toBe("too_new");
  expect(await faultOf({ ...example, now: () => (sentAt + 301) * 1000, toleranceSeconds: 600 })).toContain("accepted");
  expect(await faultOf({ ...example, headers: {} })).toBe("missing_header");
  expect(await faultOf({ ...example, headers: { ...example.headers, "webhook-timestamp": "soon" } })).toBe(
    "wrong_header",
  );
  expect(await faultOf(signed("no JSON", sign("no JSON", secret)))).toBe("wrong_body");
});
