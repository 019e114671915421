import type { IngestResult } from "../generated/types.gen.ts";
import { type Backoff, backoffMilliseconds, pause } from "../request/backoff.ts";
import { CounterfoilError } from "../request/error.ts";
import type { RequestOptions } from "../request/options.ts";

/** What takes events: `client.events`. */
export interface EventIntake {
  ingest(body: Blob, query: undefined, options: RequestOptions): PromiseLike<IngestResult>;
}

/** Why an event will never count. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export interface EventDelivery<Waiting> {
  readonly intake: EventIntake;
  /** Ends the attempts: the promise rejects. */
  readonly signal: AbortSignal;
  /** The server has looked at the event and will not have it. */
  readonly onRejected: (event: Waiting, refusal: Refusal) => void | Promise<void>;
  /** An attempt failed; it is made again. */
  readonly onFailure: (error: unknown) => void;
}

const BACKOFF: Backoff = { firstMilliseconds: 500, longestMilliseconds: 30_000 };
/** The server refuses something in the body, and not who sent it or when. */
const ABOUT_THE_BODY = [400, 413, 422];

/**
 * Sends events, with the ids that they have, until the server has answered for each of them: a batch is sent again after whatever else
 * happens, for the ids make that count once. A batch that is refused as a whole is halved until what is wrong with it stands alone.
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

/** Null when the server has looked at each event; else why it would not look at them together. */
async function sendUntilAnswered<Waiting extends { readonly text: string }>(
  events: readonly Waiting[],
  { intake, signal, onRejected, onFailure }: EventDelivery<Waiting>,
): Promise<Refusal | null> {
  const body = new Blob([`{"events":[${events.map(({ text }) => text).join(",")}]}`], { type: "application/json" });
  for (let k = 0; ; k += 1) {
    let errors: IngestResult["errors"];
    try {
      // No key: it would make the server keep an answer for each batch, and the ids do the same for nothing.
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

/** Why each event is refused, where the server names something wrong in every one of them; null where it does not. */
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
