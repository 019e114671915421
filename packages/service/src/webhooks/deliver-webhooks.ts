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
  secondsLater,
} from "../outbox/index.ts";
import { noteHealth } from "./endpoint-health.ts";
import { isDelivered, signedHeaders, type WebhookAnswer, webhookBody, type WebhookSender } from "./webhook-message.ts";
import { openSigningSecrets } from "./webhook-secrets.ts";

/** How long one rests whose turn comes when another, which is in hand, has ended, and how long one behind it. */
const SOON_SECONDS = 1;
const FAR_SECONDS = 600;

/** A delivery in hand, with what it takes to send it. */
export interface WebhookInHand {
  readonly delivery: WebhookDeliveryRow;
  readonly url: string;
  readonly body: string;
  /** What it is signed with, the newest first. */
  readonly secrets: readonly string[];
}

export interface ClaimedWebhooks {
  readonly taken: readonly WebhookInHand[];
  /** Nothing more is due now. */
  readonly isDone: boolean;
}

/**
 * Takes up to `limit` deliveries of one endpoint in hand, each the earliest of its object that is not delivered. Where nothing
 * goes outside they are kept here instead: without a way out, and in a sandbox unless told otherwise (R-ORG-2).
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
 * One attempt: sends what is in hand, outside of any transaction, and records the result in another. If the process dies in
 * between, it is sent again under the same id when the lease ends.
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
    settle: (inHand, answer, outcome, now) => settle(context, inHand, { answer, beganAt }, outcome, now),
  };
}

async function settle(
  context: Context,
  { delivery, url }: WebhookInHand,
  { answer, beganAt }: { answer: WebhookAnswer; beganAt: string },
  outcome: Outcome,
  now: string,
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
  return answer.failure ?? `The answer was ${answer.statusCode}.`;
}
