import type { WebhookEndpointRow } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { NOTIFICATION_TYPES } from "../notification-types.ts";
import { NO_ALLOWED_TARGETS, targetFault } from "../targets.ts";

/** An endpoint as it is shown: never its secret. */
export type WebhookEndpoint = WebhookEndpointRow;

export interface WebhookEndpointInput {
  url?: string;
  description?: string | null;
  eventTypes?: string[];
  enabled?: boolean;
  sendFromSandbox?: boolean;
}

/** Everything that is wrong with an endpoint. */
export function endpointFaults({ webhookTargets }: Context, endpoint: WebhookEndpoint): Fault[] {
  const faults: Fault[] = [];
  const target = targetFault(endpoint.url, webhookTargets ?? NO_ALLOWED_TARGETS);
  if (target !== null) faults.push({ pointer: "/url", code: target.code, detail: `The url ${target.detail}.` });
  return [...faults, ...eventTypeFaults(endpoint.eventTypes, "/eventTypes")];
}

/** A pattern that no notification has would never tell anything, and nobody would know why. */
export function eventTypeFaults(patterns: readonly string[], pointer: string): Fault[] {
  return patterns.flatMap((pattern, index) => {
    const isKnown = NOTIFICATION_TYPES.some(
      (type) => pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
    );
    if (pattern === "*" || isKnown) return [];
    const detail = `${JSON.stringify(pattern)} is no type of notification, nor "*", nor the beginning of some like "invoice.*".`;
    return [{ pointer: `${pointer}/${index}`, code: "unknown_event_type", detail }];
  });
}
