import { readAgain } from "../../server/stale.ts";
import type { WebhookDelivery } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Fact, Facts } from "../../design/card.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, FailureLine, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Ago, Instant } from "../../design/when.tsx";
import { StatusCode } from "./deliveries.tsx";

interface DeliverySheetProps {
  readonly endpointId: string;
  readonly notificationId: string;
  readonly onClose: () => void;
}

/** The exact request of a delivery, and the response to each attempt. */
export function DeliverySheet({ endpointId, notificationId, onClose }: DeliverySheetProps) {
  const delivery = useQuery({
    ...asked((api, signal) => api.webhookEndpoints.getWebhookDelivery(endpointId, notificationId, { signal })),
  });
  const again = useMutation({
    mutationFn: () => client.webhookEndpoints.redeliverWebhook(endpointId, notificationId),
    onSuccess: async () => {
      toast({ text: "Redelivery queued with the same webhook-id" });
      await readAgain("webhookEndpoints");
    },
  });
  return (
    <Dialog title={delivery.data?.type ?? "Delivery"} isOpen onClose={onClose} place="side">
      {delivery.error !== null ? (
        <Failure error={delivery.error} onRetry={() => void delivery.refetch()} />
      ) : delivery.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="flex flex-col gap-5">
          <Summary delivery={delivery.data} />
          <FailureLine error={again.error} />
          <div>
            <Button
              icon={<RotateCw aria-hidden className="size-4" />}
              busy={again.isPending}
              onClick={() => again.mutate()}
            >
              Send again
            </Button>
          </div>
          <section>
            <h3 className="mb-2 font-semibold">Request</h3>
            <Code label="Request body" text={indented(delivery.data.requestBody)} />
          </section>
          <section>
            <h3 className="mb-2 font-semibold">Attempts</h3>
            {delivery.data.log.length === 0 && <p className="text-sm text-muted">No attempts yet</p>}
            <ol className="flex flex-col gap-4">
              {delivery.data.log.map(({ number, beganAt, durationMilliseconds, statusCode, failure, responseBody }) => (
                <li key={number} className="border-l-2 border-line pl-3">
                  <div className="mb-1 flex flex-wrap items-center gap-2 text-sm">
                    <span className="font-medium">Attempt {number}</span>
                    {statusCode !== null && <StatusCode code={statusCode} />}
                    <Instant instant={beganAt} />
                    <span className="figures text-muted">{durationMilliseconds.toLocaleString()} ms</span>
                  </div>
                  {failure !== null && <p className="mb-1 text-sm text-bad">{failure}</p>}
                  {responseBody !== null && responseBody !== "" && (
                    <Code label={`Response to attempt ${number}`} text={indented(responseBody)} />
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Summary({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { id, status, objectId, timestamp, nextAttemptAt, lastFailure } = delivery;
  return (
    <Facts>
      <Fact name="Status">
        <StatusBadge status={status} />
      </Fact>
      <Fact name="webhook-id">
        <span className="font-mono text-xs break-all">{id}</span>
      </Fact>
      <Fact name="Object">
        <span className="font-mono text-xs break-all">{objectId}</span>
      </Fact>
      <Fact name="Event time">
        <Instant instant={timestamp} />
      </Fact>
      {nextAttemptAt !== null && (
        <Fact name="Next attempt">
          <Ago instant={nextAttemptAt} />
        </Fact>
      )}
      {lastFailure !== null && <Fact name="Last failure">{lastFailure}</Fact>}
    </Facts>
  );
}

/** JSON is indented for reading. Anything else stays unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
