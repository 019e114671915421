import type { IngestResult } from "../generated/types.gen.ts";
import { type Backoff, backoffMilliseconds, pause } from "../request/backoff.ts";
import { CounterfoilError } from "../request/error.ts";
import type { RequestOptions } from "../request/options.ts";

/** The resource that accepts events: `client.events`. */
export interface EventIntake {
  ingest(body: Blob, query: undefined, options: RequestOptions): PromiseLike<IngestResult>;
}

/** Why the server rejected an event for good. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export interface EventDelivery<Waiting> {
  readonly intake: EventIntake;
  /** Ends the attempts: the promise rejects. */
  readonly signal: AbortSignal;
  /** Called when the server has rejected an event for good. */
  readonly onRejected: (event: Waiting, refusal: Refusal) => void | Promise<void>;
  /** Called after a failed attempt, before the next one. */
  readonly onFailure: (error: unknown) => void;
}

const BACKOFF: Backoff = { firstMilliseconds: 500, longestMilliseconds: 30_000 };
/** Statuses that mean a fault in the body, not in the sender or the time. */
const ABOUT_THE_BODY = [400, 413, 422];

/**
 * Sends events with their IDs until the server has answered for each of them. After any other failure, it sends the
 * batch again: the IDs make each event count once. If the server rejects a whole batch, it is halved until the faulty
 * event is alone.
 */
export async function deliverEvents<Waiting extends { readonly text: string }>(
  events: readonly Waiting[],
  delivery: EventDelivery<Waiting>,
): Promise<void> {
  const refusal = await sendUntilAnswered(events, delivery);
  if (refusal === null) return;
  const [only] = events;
  if (events.length === 1 && only !== undefined) {
    await delivery.onRejected(only, refusal);
    return;
  }
  const middle = Math.ceil(events.length / 2);
  await deliverEvents(events.slice(0, middle), delivery);
  await deliverEvents(events.slice(middle), delivery);
}

/** Null if the server processed each event; otherwise the error that rejected the batch as a whole. */
async function sendUntilAnswered<Waiting extends { readonly text: string }>(
  events: readonly Waiting[],
  { intake, signal, onRejected, onFailure }: EventDelivery<Waiting>,
): Promise<Refusal | null> {
  const body = new Blob([`{"events":[${events.map(({ text }) => text).join(",")}]}`], { type: "application/json" });
  for (let k = 0; ; k += 1) {
    let errors: IngestResult["errors"];
    try {
      // No idempotency key: the server would store a response for each batch, and the event IDs already prevent
      // duplicates.
      ({ errors } = await intake.ingest(body, undefined, { signal, retries: 0, idempotencyKey: null }));
    } catch (error) {
      signal.throwIfAborted();
      const known = error instanceof CounterfoilError ? error : undefined;
      if (known !== undefined && ABOUT_THE_BODY.includes(known.status)) {
        const refusals = refusalsOf(known, events.length);
        if (refusals === null) return { code: known.code, detail: known.message };
        for (const [index, event] of events.entries()) await onRejected(event, refusals[index] as Refusal);
        return null;
      }
      onFailure(error);
      await pause((known?.retryAfterSeconds ?? 0) * 1000 + backoffMilliseconds(BACKOFF, k), signal);
      continue;
    }
    for (const { index, code, detail } of errors) {
      const event = events[index];
      if (event !== undefined) await onRejected(event, { code, detail });
    }
    return null;
  }
}

/** The faults of the events, if the server names one for every event; otherwise null. */
function refusalsOf({ errors }: CounterfoilError, count: number): Refusal[] | null {
  const refusals: Refusal[] = [];
  for (const { pointer, code, detail } of errors) {
    const index = Number(/^\/events\/(\d+)/.exec(pointer)?.[1] ?? -1);
    const before = refusals[index];
    if (index >= 0)
      refusals[index] = { code: before?.code ?? code, detail: [before?.detail, detail].filter(Boolean).join(" ") };
  }
  const isEach = Array.from({ length: count }, (_, index) => refusals[index] !== undefined).every(Boolean);
  return isEach ? refusals : null;
}
