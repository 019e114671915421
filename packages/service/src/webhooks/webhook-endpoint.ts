import type { WebhookEndpointRow } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { NOTIFICATION_TYPES } from "../notification-types.ts";
import { NO_ALLOWED_TARGETS, targetFault } from "../targets.ts";
import { ownEventType } from "./event-type-aliases.ts";

/** An endpoint as the API returns it, without its secret. */
export type WebhookEndpoint = WebhookEndpointRow;

export interface WebhookEndpointInput {
  url?: string;
  description?: string | null;
  eventTypes?: string[];
  enabled?: boolean;
  sendFromSandbox?: boolean;
}

/** All faults of an endpoint. */
export function endpointFaults({ webhookTargets }: Context, endpoint: WebhookEndpoint): Fault[] {
  const faults: Fault[] = [];
  const target = targetFault(endpoint.url, webhookTargets ?? NO_ALLOWED_TARGETS);
  if (target !== null) faults.push({ pointer: "/url", code: target.code, detail: `The url ${target.detail}.` });
  return [...faults, ...eventTypeFaults(endpoint.eventTypes, "/eventTypes")];
}

/** Rejects a pattern that matches no notification type, because it would silently deliver nothing. */
export function eventTypeFaults(patterns: readonly string[], pointer: string): Fault[] {
  return patterns.flatMap((pattern, index) => {
    const own = ownEventType(pattern);
    const isKnown = NOTIFICATION_TYPES.some(
      (type) => own === type || (own.endsWith(".*") && type.startsWith(own.slice(0, -1))),
    );
    if (pattern === "*" || isKnown) return [];
    const detail =
      `${JSON.stringify(pattern)} is not an event type. ` +
      `Use a type such as "invoice.issued", a prefix such as "invoice.*", or "*".`;
    return [{ pointer: `${pointer}/${index}`, code: "unknown_event_type", detail }];
  });
}
