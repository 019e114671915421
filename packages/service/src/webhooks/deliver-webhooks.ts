import { instantText } from "@counterfoil/engine";
import {
  catchDeliveries,
  claimDeliveries,
  type DeliveryOutcome,
  findWebhookEndpoint,
  getOrganization,
  readNotificationTexts,
  recordWebhookAttempt,
  type WebhookDeliveryRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "../context.ts";
import { nextAttemptAt } from "../next-attempt.ts";
import { noteHealth } from "./endpoint-health.ts";
import { isDelivered, signedHeaders, type WebhookAnswer, webhookBody, type WebhookSender } from "./webhook-message.ts";
import { openSigningSecrets } from "./webhook-secrets.ts";

/** Longer than any attempt takes: when a delivery is still in hand then, whoever had it is gone. */
const IN_HAND_SECONDS = 60;
/** How long one rests whose turn comes when another, which is in hand, has ended, and how long one behind it. */
const SOON_SECONDS = 1;
const FAR_SECONDS = 600;
/** No receiver can put an attempt off for longer than the longest wait. */
const LONGEST_RETRY_AFTER_SECONDS = 3_600;

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
    const { taken, looked } = await claimDeliveries(tx, {
      endpointId,
      now,
      until: later(now, IN_HAND_SECONDS),
      soon: later(now, SOON_SECONDS),
      far: later(now, FAR_SECONDS),
      limit,
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
 * One attempt: sends what is in hand, outside of any transaction, and records what came of it in another. Whoever dies in between
 * leaves it in hand, and it is sent again under the same id.
 */
export async function sendWebhook(
  context: Context,
  { delivery, url, body, secrets }: WebhookInHand,
  sender: WebhookSender,
): Promise<WebhookAnswer> {
  const { notificationId, endpointId, attempts } = delivery;
  const beganAt = context.clock.now();
  const headers = signedHeaders({ id: notificationId, body }, secrets, beganAt);
  const answer = await sender.send({ url, headers, body });
  await transact(context, async (work) => {
    const now = work.clock.now();
    await noteHealth(work, { endpointId, url, answer, beganAt });
    const { durationMilliseconds, statusCode, body: responseBody } = answer;
    const failure = failureOf(answer);
    const attempt = { number: attempts, beganAt, durationMilliseconds, url, statusCode, failure, responseBody };
    await recordWebhookAttempt(work.tx, delivery, attempt, outcomeOf(delivery, answer, now));
  });
  return answer;
}

function failureOf(answer: WebhookAnswer): string | null {
  if (isDelivered(answer)) return null;
  return answer.failure ?? `The answer was ${answer.statusCode}.`;
}

function outcomeOf(delivery: WebhookDeliveryRow, answer: WebhookAnswer, now: string): DeliveryOutcome {
  if (isDelivered(answer)) return { status: "delivered", endedAt: now };
  const { endpointId, notificationId, tries, triedAt } = delivery;
  const next = nextAttemptAt({ id: endpointId + notificationId, attempts: tries, triedAt }, now);
  if (next === null) return { status: "failed", endedAt: now };
  const asked = later(now, Math.min(answer.retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS));
  return { status: "pending", dueAt: asked > next ? asked : next };
}

function later(now: string, seconds: number): string {
  return instantText(Temporal.Instant.from(now).add({ seconds }));
}
