import { readAgain } from "../../server/stale.ts";
import type { UsageEvent } from "@counterfoil/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Fact, Facts } from "../../design/card.tsx";
import { Code, CopyButton } from "../../design/code.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, FailureLine, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Instant } from "../../design/when.tsx";
import { AgoOf } from "../clocks/ago-of.tsx";
import { AmendForm } from "./amend-form.tsx";

/** One event, and its actions. */
export function EventSheet({ uniqueId, onClose }: { readonly uniqueId: string; readonly onClose: () => void }) {
  const event = useQuery(eventQuery(uniqueId));
  return (
    <Dialog title="Event" isOpen onClose={onClose} place="side">
      {event.error !== null ? (
        <Failure error={event.error} onRetry={() => void event.refetch()} />
      ) : event.data === undefined ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <Shown event={event.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Shown({ event, onClose }: { readonly event: UsageEvent; readonly onClose: () => void }) {
  const { uniqueId, account, accountId, eventName, properties, timestamp, receivedAt } = event;
  const [isAmending, setAmending] = useState(false);
  const mayWrite = useMay("write");
  const mayIngest = useMay("ingest");
  const cache = useQueryClient();
  const sendAgain = useMutation({
    mutationFn: () => sendCopy(event),
    onSuccess: async (copyId) => {
      toast({ text: `Event sent as ${copyId}. Both events count.` });
      await readAgain("events");
    },
  });
  const voiding = useMutation({
    mutationFn: () => client.events.void(uniqueId),
    onSuccess: async () => {
      toast({
        text: "Event voided. Counterfoil corrects invoiced usage on the next invoice.",
        ...(mayIngest && { undo: () => sendAgain.mutate() }),
      });
      onClose();
      cache.removeQueries({ queryKey: eventQuery(uniqueId).queryKey });
      await readAgain("events");
    },
  });
  if (isAmending) return <AmendForm event={event} onDone={() => setAmending(false)} />;
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact name="Unique ID">
          <span className="flex items-center gap-1">
            <span className="min-w-0 font-mono text-xs break-all">{uniqueId}</span>
            <CopyButton text={uniqueId} label="Copy unique ID" />
          </span>
        </Fact>
        <Fact name="Event name">{eventName}</Fact>
        <Fact name="Account">
          {accountId === null ? (
            <span className="text-warn">{account}(no matching account)</span>
          ) : (
            <Link to={`/accounts/${accountId}`} className="text-accent hover:underline">
              {account}
            </Link>
          )}
        </Fact>
        <Fact name="Event time">
          <Instant instant={timestamp} /> · <AgoOf instant={timestamp} accountId={accountId} />
        </Fact>
        <Fact name="Received">
          <Instant instant={receivedAt} />
        </Fact>
      </Facts>
      <section>
        <h3 className="mb-2 font-semibold">Properties</h3>
        {Object.keys(properties).length === 0 ? (
          <p className="text-sm text-muted">No properties</p>
        ) : (
          <Facts>
            {Object.entries(properties).map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className="font-mono text-xs break-all">{JSON.stringify(value)}</span>
              </Fact>
            ))}
          </Facts>
        )}
      </section>
      <Code label="The event as JSON" text={JSON.stringify(event, null, 2)} />
      <FailureLine error={voiding.error ?? sendAgain.error} />
      <div className="flex flex-wrap gap-2">
        {mayWrite && (
          <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setAmending(true)}>
            Amend
          </Button>
        )}
        {mayIngest && (
          <Button
            icon={<Send aria-hidden className="size-4" />}
            busy={sendAgain.isPending}
            onClick={() => sendAgain.mutate()}
          >
            Send again
          </Button>
        )}
        {mayWrite && (
          <Button
            kind="danger"
            icon={<Trash2 aria-hidden className="size-4" />}
            busy={voiding.isPending}
            onClick={() => voiding.mutate()}
          >
            Void event
          </Button>
        )}
      </div>
      {mayWrite && (
        <p className="text-xs text-muted">
          A voided event no longer counts, and its ID can't be reused. Sending the event again creates a new event with
          a new ID.
        </p>
      )}
    </div>
  );
}

/** Sends the same event again, under a new ID. */
async function sendCopy({ uniqueId, account, eventName, properties, timestamp, cost }: UsageEvent): Promise<string> {
  const copyId = `${uniqueId.slice(0, 200)}-again-${crypto.randomUUID().slice(0, 8)}`;
  const { failed, errors } = await client.events.ingest({
    uniqueId: copyId,
    account,
    eventName,
    properties,
    timestamp,
    cost,
  });
  if (failed.length > 0) throw new Error(errors[0]?.detail ?? "The server rejected the event.");
  return copyId;
}

function eventQuery(uniqueId: string) {
  return asked((api, signal) => api.events.get(uniqueId, { signal }));
}
