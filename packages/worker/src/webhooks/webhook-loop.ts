import {
  claimWebhooks,
  type Context,
  DatabaseAway,
  forgetOldWebhooks,
  isDelivered,
  sendWebhook,
  traced,
  TransactionConflict,
  type WebhookInHand,
  type WebhookSender,
  webhookEndpointsDue,
} from "@counterfoil/service";
import type { WorkerPorts } from "../worker-ports.ts";
import { createEndpointLimits } from "./endpoint-limits.ts";

/** How long an endpoint is skipped after a failure on our side, such as a secret that cannot be decrypted. */
const REST_AFTER_FAILURE_MILLISECONDS = 30_000;
const FORGET_EVERY_MILLISECONDS = 600_000;
/** How long deliveries that wait for an earlier one of their object are looked for often: they become due by time. */
const BUSY_MILLISECONDS = 5_000;
/** If all endpoints are at their limits: the time until the next look, unless a request finishes earlier. */
const LOOK_AGAIN_MILLISECONDS = 250;

export interface WebhookLoop {
  /** Claims and sends due deliveries once. Returns whether there may be more. */
  round(): Promise<boolean>;
  /** Whether an endpoint had something due a moment ago, so that more may become due soon. */
  isBusy(): boolean;
  /** Waits for running deliveries. */
  end(): Promise<void>;
}

/** The webhook loop of a worker: claims as many deliveries as there is room for, and sends them concurrently. */
export function createWebhookLoop(ports: WorkerPorts, isStopping: () => boolean): WebhookLoop {
  const sender = ports.webhooks ?? null;
  const limits = createEndpointLimits();
  const underWay = new Set<Promise<void>>();
  const restsUntil = new Map<string, number>();
  let forgetsAt = performance.now();
  let busyUntil = 0;

  async function round(): Promise<boolean> {
    await forget();
    let hasMore = false;
    let isFull = false;
    const due = await webhookEndpointsDue(ports.database, ports.clock.now());
    if (due.length > 0) busyUntil = performance.now() + BUSY_MILLISECONDS;
    for (const { organizationId, endpointId } of inTurn(due)) {
      if (isStopping()) return false;
      if (isResting(endpointId)) continue;
      const limit = limits.room(endpointId);
      if (limit === 0) {
        isFull = true;
        continue;
      }
      const context: Context = { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null };
      hasMore = (await guarded(context, endpointId, () => takeAndSend(context, endpointId, limit))) || hasMore;
    }
    if (hasMore || !isFull) return hasMore;
    await Promise.race([...underWay, new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS))]);
    return true;
  }

  async function takeAndSend(context: Context, endpointId: string, limit: number): Promise<boolean> {
    const { taken, isDone } = await claimWebhooks(context, endpointId, { limit, hasWayOut: sender !== null });
    if (sender === null) return !isDone;
    for (const inHand of taken) {
      limits.begin(endpointId);
      const sending = guarded(context, endpointId, () => send(context, inHand, sender)).then(() => {
        underWay.delete(sending);
      });
      underWay.add(sending);
    }
    return !isDone;
  }

  async function send(context: Context, inHand: WebhookInHand, way: WebhookSender): Promise<boolean> {
    let end = { isDelivered: false, milliseconds: 0 };
    try {
      const facts = {
        "counterfoil.organization": context.organizationId,
        "counterfoil.endpoint": inHand.delivery.endpointId,
        "counterfoil.notification": inHand.delivery.notificationId,
        "counterfoil.attempt": inHand.delivery.attempts,
      };
      const answer = await traced(ports.tracing, { name: "deliver webhook", kind: "internal", facts }, () =>
        sendWebhook(context, inHand, way),
      );
      end = { isDelivered: isDelivered(answer), milliseconds: answer.durationMilliseconds };
      return true;
    } finally {
      limits.end(inHand.delivery.endpointId, end);
    }
  }

  /**
   * After a failure, reports it and skips the endpoint for a while; other endpoints continue. If the database is
   * unavailable, the next round fails as a whole.
   */
  async function guarded(context: Context, endpointId: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseAway || error instanceof TransactionConflict) return false;
      ports.onError(error, context.organizationId);
      restsUntil.set(endpointId, performance.now() + REST_AFTER_FAILURE_MILLISECONDS);
      return false;
    }
  }

  function isResting(endpointId: string): boolean {
    const until = restsUntil.get(endpointId);
    if (until !== undefined && performance.now() >= until) restsUntil.delete(endpointId);
    return restsUntil.has(endpointId);
  }

  async function forget(): Promise<void> {
    if (performance.now() < forgetsAt) return;
    const forgotten = await forgetOldWebhooks(ports.database, ports.clock.now());
    if (forgotten === 0) forgetsAt = performance.now() + FORGET_EVERY_MILLISECONDS;
  }

  let turn = 0;
  /** Starts with another item each time, so that the last ones also find room. */
  function inTurn<Item>(items: readonly Item[]): Item[] {
    turn = items.length === 0 ? 0 : (turn + 1) % items.length;
    return [...items.slice(turn), ...items.slice(0, turn)];
  }

  return {
    round,
    isBusy: () => performance.now() < busyUntil,
    async end() {
      await Promise.all(underWay);
    },
  };
}
