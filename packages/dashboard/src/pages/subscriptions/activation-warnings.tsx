import type { PreviewSubscriptionResult } from "@counterfoil/sdk";
import { TriangleAlert } from "lucide-react";

/** Warnings before a subscription is activated: settings that are allowed but may be mistakes. */
export function ActivationWarnings({ warnings }: Pick<PreviewSubscriptionResult, "warnings">) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="mb-3 flex flex-col gap-2">
      {warnings.map(({ detail, metricId, subscriptionId }) => (
        <li key={`${metricId} ${subscriptionId}`} className="flex gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {detail}
        </li>
      ))}
    </ul>
  );
}
