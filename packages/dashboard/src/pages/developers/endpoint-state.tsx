import type { WebhookEndpoint } from "@counterfoil/sdk";
import { Badge } from "../../design/badge.tsx";

const REASONS = {
  manual: "Disabled",
  failing: "Disabled after three days of failures",
  gone: "Disabled: endpoint returned 410 Gone",
} as const;

export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { enabled, disabledReason, failingSince } = endpoint;
  if (!enabled) {
    return <Badge tone={disabledReason === "manual" ? "neutral" : "bad"}>{REASONS[disabledReason ?? "manual"]}</Badge>;
  }
  return failingSince === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}
