import {
  findWebhookEndpoint,
  getOrganization,
  insertMails,
  type NewMail,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { isMailAddress } from "../mails/index.ts";
import { audit } from "../record.ts";
import { isDelivered, type WebhookAnswer } from "./webhook-message.ts";

/** As long as one delivery is retried. */
const FAILING_HOURS = 72;
const GONE = 410;

/**
 * What an attempt means for its endpoint. An endpoint is disabled if nothing was delivered for three days, or if it
 * answers that it is gone. Pending deliveries stay pending, and later events are not queued for it (R-HOOK-2).
 */
export async function noteHealth(
  work: Work,
  attempt: { endpointId: string; url: string; answer: WebhookAnswer; beganAt: string },
): Promise<void> {
  const endpoint = await findWebhookEndpoint(work.tx, attempt.endpointId, "for no key update");
  // An attempt at a former URL of the endpoint has no consequences.
  if (endpoint === undefined || !endpoint.enabled || endpoint.url !== attempt.url) return;
  if (isDelivered(attempt.answer)) {
    if (endpoint.failingSince !== null) await updateWebhookEndpoint(work.tx, { ...endpoint, failingSince: null });
    return;
  }
  const failingSince = endpoint.failingSince ?? attempt.beganAt;
  if (attempt.answer.statusCode === GONE) {
    await disable(work, { ...endpoint, failingSince }, "gone");
  } else if (hasFailedForTooLong(failingSince, work.clock.now())) {
    await disable(work, endpoint, "failing");
  } else if (endpoint.failingSince === null) {
    await updateWebhookEndpoint(work.tx, { ...endpoint, failingSince });
  }
}

function hasFailedForTooLong(since: string, now: string): boolean {
  const end = Temporal.Instant.from(since).add({ hours: FAILING_HOURS });
  return Temporal.Instant.compare(Temporal.Instant.from(now), end) >= 0;
}

async function disable(work: Work, before: WebhookEndpointRow, reason: "failing" | "gone"): Promise<void> {
  const now = work.clock.now();
  const after = { ...before, enabled: false, disabledReason: reason, disabledAt: now, updatedAt: now };
  await updateWebhookEndpoint(work.tx, after);
  await audit(work, { action: "webhook_endpoint.disabled", objectId: before.id, before, after });
  await writeOfDisabled(work, after);
}

/** Notifies the organization by mail if it has an address. */
async function writeOfDisabled(work: Work, { id, url, disabledReason, disabledAt }: WebhookEndpointRow): Promise<void> {
  const { email, locale } = await getOrganization(work.tx);
  if (email === null || !isMailAddress(email)) return;
  const mail: NewMail = {
    id: work.ids.next("mail"),
    kind: "webhook_disabled",
    paymentId: null,
    recipient: email,
    recipientName: null,
    occasion: ["webhook_disabled", id, disabledAt].join(" "),
    accountId: null,
    invoiceId: null,
    subscriptionId: null,
    locale,
    particulars: { WebhookUrl: url, WebhookGone: disabledReason === "gone" ? "true" : "" },
    linkToken: null,
  };
  await insertMails(work.tx, [mail], work.clock.now());
}
