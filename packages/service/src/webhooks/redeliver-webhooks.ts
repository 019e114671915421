import {
  countRange,
  deliverOne,
  findWebhookDelivery,
  getOrganization,
  insertQuietNotification,
  readNotificationTexts,
  type RedeliveredRange,
  redeliverRange,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { earliestId } from "../ids.ts";
import { audit } from "../record.ts";
import { toInstantText } from "../time.ts";
import { ownEventTypes } from "./event-type-aliases.ts";
import { getEndpoint } from "./read-webhook-endpoints.ts";
import { toWebhookDelivery, type WebhookDelivery } from "./webhook-delivery.ts";
import { eventTypeFaults, type WebhookEndpoint } from "./webhook-endpoint.ts";

const MOST_AT_ONCE = 50_000;

/** Sends one notification to an endpoint again, or for the first time, in any state of its delivery. */
export function redeliverWebhook(
  context: Context,
  endpointId: string,
  notificationId: string,
): Promise<WebhookDelivery> {
  return transact(context, async (work) => {
    await lockEnabled(work, endpointId);
    const [notification] = await readNotificationTexts(work.tx, [notificationId]);
    if (notification === undefined) throw notFound("notification", notificationId);
    const before = await findWebhookDelivery(work.tx, endpointId, notificationId);
    const delivery = await deliver(work, endpointId, notificationId);
    const objectId = endpointId;
    const after = { notificationId, status: delivery.status };
    await audit(work, {
      action: "webhook_endpoint.redelivered",
      objectId,
      before: { status: before?.status ?? null },
      after,
    });
    return delivery;
  });
}

/** The notifications to send again: those created from `from` on and before `to`. */
export interface RedeliveryInput {
  from: string;
  to?: string;
  /** Only these types, in addition to the endpoint's own filter. */
  eventTypes?: string[];
  /** True: includes delivered ones. */
  includeDelivered?: boolean;
}

/**
 * Sends the notifications of a time range again: deliveries that were given up, and events that happened while the
 * endpoint was disabled.
 */
export function redeliverWebhooks(
  context: Context,
  endpointId: string,
  input: RedeliveryInput,
): Promise<{ queued: number }> {
  return transact(context, async (work) => {
    const { eventTypes } = await lockEnabled(work, endpointId);
    const { timezone } = await getOrganization(work.tx);
    const { eventTypes: sent = ["*"], includeDelivered = false } = input;
    const from = toInstantText(input.from, timezone);
    const to = input.to === undefined ? work.clock.now() : toInstantText(input.to, timezone);
    const faults = eventTypeFaults(sent, "/eventTypes");
    if (Date.parse(to) <= Date.parse(from)) {
      faults.push({ pointer: "/to", code: "not_after", detail: "to must be later than from." });
    }
    refuseFaults(faults);
    const named = ownEventTypes(sent);
    const range: RedeliveredRange = {
      endpointId,
      fromId: earliestId("ntf", from),
      toId: earliestId("ntf", to),
      eventTypes,
      named,
      isDeliveredToo: includeDelivered,
    };
    if ((await countRange(work.tx, range, MOST_AT_ONCE + 1)) > MOST_AT_ONCE) refuseFaults([tooMany()]);
    const queued = await redeliverRange(work.tx, range);
    const after = { from, to, eventTypes: named, includeDelivered, queued };
    await audit(work, { action: "webhook_endpoint.redelivered", objectId: endpointId, after });
    return { queued };
  });
}

/** Sends a notification of the type `webhook_endpoint.test` to this endpoint only. */
export function testWebhookEndpoint(context: Context, endpointId: string): Promise<WebhookDelivery> {
  return transact(context, async (work) => {
    const endpoint = await lockEnabled(work, endpointId);
    const id = work.ids.next("ntf");
    const timestamp = work.clock.now();
    // Its object is the test itself, so that one test never waits for another.
    await insertQuietNotification(work.tx, {
      id,
      type: "webhook_endpoint.test",
      objectId: id,
      timestamp,
      data: endpoint,
    });
    await audit(work, { action: "webhook_endpoint.tested", objectId: endpointId, after: { notificationId: id } });
    return deliver(work, endpointId, id);
  });
}

async function lockEnabled(work: Work, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(work.tx, endpointId, "for no key update");
  if (!endpoint.enabled)
    throw new DomainError("state_conflict", "The endpoint is disabled. Enable it before you redeliver.");
  return endpoint;
}

async function deliver(work: Work, endpointId: string, notificationId: string): Promise<WebhookDelivery> {
  await deliverOne(work.tx, endpointId, notificationId);
  const row = await findWebhookDelivery(work.tx, endpointId, notificationId);
  if (row === undefined) throw new Error(`the delivery of ${notificationId} was not written`);
  return toWebhookDelivery(row);
}

function tooMany(): Fault {
  const detail = `The range contains more than ${MOST_AT_ONCE} notifications. Use a shorter range or fewer event types.`;
  return { pointer: "/from", code: "too_many", detail };
}
