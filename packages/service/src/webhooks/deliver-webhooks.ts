import {
  catchDeliveries,
  claimDue,
  type DeliveryOutcome,
  findWebhookEndpoint,
  getOrganization,
  readNotificationTexts,
  recordWebhookAttempt,
  WEBHOOK_DELIVERIES,
  type WebhookDeliveryRow,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import {
  attemptOnce,
  type Attempts,
  leaseOf,
  LONGEST_RETRY_AFTER_SECONDS,
  type Outcome,
  RETRY_POLICIES,
} from "../outbox/index.ts";
import { secondsLater } from "../time.ts";
import { noteHealth } from "./endpoint-health.ts";
import { isDelivered, signedHeaders, type WebhookAnswer, webhookBody, type WebhookSender } from "./webhook-message.ts";
import { openSigningSecrets } from "./webhook-secrets.ts";

/** How long a delivery waits for the one before it that is being sent, and how long the deliveries behind it wait. */
const SOON_SECONDS = 1;
const FAR_SECONDS = 600;

/** A claimed delivery with everything needed to send it. */
export interface WebhookInHand {
  readonly delivery: WebhookDeliveryRow;
  readonly url: string;
  readonly body: string;
  /** The signing secrets, the newest first. */
  readonly secrets: readonly string[];
}

export interface ClaimedWebhooks {
  readonly taken: readonly WebhookInHand[];
  /** Nothing else is due now. */
  readonly isDone: boolean;
}

/**
 * Claims up to `limit` deliveries of one endpoint, each the earliest undelivered one of its object. If nothing is sent
 * outside, they are marked as not sent: without a sender, and in a sandbox by default (R-ORG-2).
 */
export function claimWebhooks(
  context: Context,
  endpointId: string,
  { limit, hasWayOut }: { limit: number; hasWayOut: boolean },
): Promise<ClaimedWebhooks> {
  return transact(context, async (work) => {
    const { tx } = work;
    const endpoint = await findWebhookEndpoint(tx, endpointId);
    if (endpoint === undefined || !endpoint.enabled) return { taken: [], isDone: true };
    const now = work.clock.now();
    const { sandbox } = await getOrganization(tx);
    if (!hasWayOut || (sandbox && !endpoint.sendFromSandbox)) {
      return { taken: [], isDone: (await catchDeliveries(tx, endpointId, now)) === 0 };
    }
    const secrets = await openSigningSecrets(work, endpointId, now);
    const { taken, looked } = await claimDue<WebhookDeliveryRow>(tx, WEBHOOK_DELIVERIES, {
      ...leaseOf(RETRY_POLICIES.webhooks, now, limit),
      receiver: endpointId,
      soon: secondsLater(now, SOON_SECONDS),
      far: secondsLater(now, FAR_SECONDS),
    });
    const texts = await readNotificationTexts(
      tx,
      taken.map(({ notificationId }) => notificationId),
    );
    const bodies = new Map(texts.map((text) => [text.id, webhookBody(text)]));
    const inHand = taken.map((delivery) => ({
      delivery,
      url: endpoint.url,
      body: bodies.get(delivery.notificationId) ?? "",
      secrets,
    }));
    return { taken: inHand, isDone: looked === 0 };
  });
}

/**
 * One attempt: sends a claimed delivery outside any transaction, and records the result in a new one. If the process
 * dies in between, the delivery is sent again with the same ID when the lease ends.
 */
export async function sendWebhook(
  context: Context,
  inHand: WebhookInHand,
  sender: WebhookSender,
): Promise<WebhookAnswer> {
  const beganAt = context.clock.now();
  const { answer } = await attemptOnce(context.clock, webhookAttempts(context, sender, beganAt), inHand);
  return answer;
}

function webhookAttempts(
  context: Context,
  sender: WebhookSender,
  beganAt: string,
): Attempts<WebhookInHand, WebhookAnswer, void> {
  const policy = RETRY_POLICIES.webhooks;
  return {
    policy,
    tried: ({ delivery: { endpointId, notificationId, tries, triedAt } }) => ({
      id: endpointId + notificationId,
      attempts: tries,
      firstAttemptAt: triedAt,
    }),
    attempt: async ({ delivery: { notificationId: id }, url, body, secrets }) =>
      sender.send({ url, headers: signedHeaders({ id, body }, secrets, beganAt), body }),
    late: (failure) => ({
      durationMilliseconds: policy.attemptSeconds * 1_000,
      statusCode: null,
      failure,
      body: null,
      retryAfterSeconds: null,
    }),
    judge: (answer, now) => {
      if (isDelivered(answer)) return { kind: "done" };
      const asked = Math.min(answer.retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS);
      return { kind: "failed", notBefore: secondsLater(now, asked) };
    },
    settle: (inHand, answer, outcome, now) => settle(context, inHand, { answer, beganAt, outcome, now }),
  };
}

async function settle(
  context: Context,
  { delivery, url }: WebhookInHand,
  { answer, beganAt, outcome, now }: { answer: WebhookAnswer; beganAt: string; outcome: Outcome; now: string },
): Promise<void> {
  const { endpointId, attempts } = delivery;
  const { durationMilliseconds, statusCode, body: responseBody } = answer;
  const failure = failureOf(answer);
  const attempt = { number: attempts, beganAt, durationMilliseconds, url, statusCode, failure, responseBody };
  await transact(context, async (work) => {
    await noteHealth(work, { endpointId, url, answer, beganAt });
    await recordWebhookAttempt(work.tx, delivery, attempt, deliveryOutcome(outcome, now));
  });
}

function deliveryOutcome(outcome: Outcome, now: string): DeliveryOutcome {
  switch (outcome.kind) {
    case "succeeded":
      return { status: "delivered", endedAt: now };
    case "again":
      return { status: "pending", nextAttemptAt: outcome.at };
    case "gave up":
      return { status: "failed", endedAt: now };
  }
}

function failureOf(answer: WebhookAnswer): string | null {
  if (isDelivered(answer)) return null;
  return answer.failure ?? `The endpoint answered ${answer.statusCode}.`;
}
