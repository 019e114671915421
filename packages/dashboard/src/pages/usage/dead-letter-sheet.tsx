import type { DeadLetterWithRecord } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { Button } from "../../design/button.tsx";
import { Fact, Facts } from "../../design/card.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, FailureLine, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Instant } from "../../design/when.tsx";
import { asked } from "../../server/asked.ts";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { readAgain } from "../../server/stale.ts";
import { DeadLetterState, reasonName } from "./dead-letter-state.tsx";

/** One dead letter: why the record was refused, the record, and what can be done. */
export function DeadLetterSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const letter = useQuery(asked((api, signal) => api.deadLetters.get(id, { signal })));
  const mayWrite = useMay("write");
  return (
    <Dialog
      title={letter.data === undefined ? "Dead letter" : reasonName(letter.data.code)}
      isOpen
      onClose={onClose}
      place="side"
    >
      {letter.error !== null ? (
        <Failure error={letter.error} onRetry={() => void letter.refetch()} />
      ) : letter.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="flex flex-col gap-5">
          <p>{letter.data.detail}</p>
          <Summary letter={letter.data} />
          <Payload letter={letter.data} />
          {mayWrite && letter.data.state === "open" && <Actions letter={letter.data} />}
        </div>
      )}
    </Dialog>
  );
}

function Summary({ letter }: { readonly letter: DeadLetterWithRecord }) {
  const { state, closedAt, uniqueId, topic, partition, offset, consumerGroup, recordedAt, createdAt, key } = letter;
  return (
    <Facts>
      <Fact name="Status">
        <DeadLetterState state={state} />
      </Fact>
      {uniqueId !== null && (
        <Fact name="Event ID">
          <span className="break-all">{uniqueId}</span>
        </Fact>
      )}
      <Fact name="Topic">
        <span className="break-all">{topic}</span>
      </Fact>
      <Fact name="Partition">
        <span className="figures">{partition}</span>
      </Fact>
      <Fact name="Offset">
        <span className="figures">{offset}</span>
      </Fact>
      <Fact name="Consumer group">
        <span className="break-all">{consumerGroup}</span>
      </Fact>
      {key !== null && (
        <Fact name="Key">
          <span className="break-all">{key}</span>
        </Fact>
      )}
      {recordedAt !== null && (
        <Fact name="Written to Kafka">
          <Instant instant={recordedAt} />
        </Fact>
      )}
      <Fact name="Received">
        <Instant instant={createdAt} />
      </Fact>
      {closedAt !== null && (
        <Fact name="Closed">
          <Instant instant={closedAt} />
        </Fact>
      )}
    </Facts>
  );
}

function Payload({ letter }: { readonly letter: DeadLetterWithRecord }) {
  const { payload, payloadEncoding, payloadBytes, headers } = letter;
  const isCut = payload !== null && payloadEncoding === "utf8" && new Blob([payload]).size < payloadBytes;
  return (
    <>
      {headers.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">Headers</h3>
          <Code label="Headers" text={headers.map(({ name, value }) => `${name}: ${value}`).join("\n")} />
        </section>
      )}
      {payload !== null && (
        <section>
          <h3 className="mb-2 flex items-baseline gap-2 font-semibold">
            Payload
            <span className="figures text-sm font-normal text-muted">
              {payloadBytes.toLocaleString()} bytes{payloadEncoding === "base64" && ", shown as Base64"}
            </span>
          </h3>
          <Code label="Payload" text={indented(payload)} />
          {isCut && <p className="mt-1 text-sm text-muted">Only the beginning is stored.</p>}
        </section>
      )}
    </>
  );
}

function Actions({ letter: { id, isReplayable } }: { readonly letter: DeadLetterWithRecord }) {
  const replay = useMutation({
    mutationFn: async () => await client.deadLetters.replay(id),
    onSuccess: async () => {
      toast({ text: "Event stored" });
      await readAgain("deadLetters");
    },
  });
  const discard = useMutation({
    mutationFn: async () => await client.deadLetters.discard(id),
    onSuccess: async () => {
      toast({ text: "Dead letter discarded" });
      await readAgain("deadLetters");
    },
  });
  return (
    <section className="flex flex-col gap-3">
      <FailureLine error={replay.error ?? discard.error} />
      <div className="flex flex-wrap gap-2">
        {isReplayable && (
          <Button
            kind="primary"
            icon={<RotateCcw aria-hidden className="size-4" />}
            busy={replay.isPending}
            onClick={() => replay.mutate()}
          >
            Replay
          </Button>
        )}
        <Button busy={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
      <p className="text-sm text-muted">
        {isReplayable
          ? "Replay reads the record again. If the event itself is wrong, send a correct one and discard this record."
          : "The record is not stored completely, so it cannot be replayed. Send its event again, then discard it."}
      </p>
    </section>
  );
}

/** Indented JSON. Other text stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
