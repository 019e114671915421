import type { AnswerReader } from "./answer-reader.ts";
import type { OpenCall } from "./open-call.ts";
import { EventSplitter, type SentEvent } from "./server-sent-events.ts";
import { watchStream } from "./watch-stream.ts";

/** The member of the options of `fetch` that marks a call of a model. */
export const METERED = Symbol("counterfoil.metered");

/** A call whose answer is read. */
export interface MeteredCall {
  readonly call: OpenCall;
  /** A new reader for each attempt. */
  readonly openAnswer: () => AnswerReader;
}

/** `fetch`, but reads the answers of marked requests on their way to the client. */
export function meteredFetch(plainFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    const metered = (init as { readonly [METERED]?: MeteredCall } | undefined)?.[METERED];
    const response = await plainFetch(input, init);
    // The client repeats a failed request, or throws its error.
    if (metered === undefined || !response.ok || response.body === null) return response;
    return readOnTheWay(response, response.body, metered, init?.signal ?? null);
  };
}

function readOnTheWay(
  response: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { call, openAnswer }: MeteredCall,
  signal: AbortSignal | null,
): Response {
  const answer = openAnswer();
  const onBroken = () => call.finish(answer.progress, "aborted");
  // An application that aborts may not read the rest of the stream, so that it would notice nothing.
  signal?.addEventListener("abort", () => void onBroken(), { once: true });
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const watched = isStream ? watchEvents(body, answer, call, onBroken) : watchWhole(body, answer, call);
  const { status, statusText, headers } = response;
  const copy = new Response(watched, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: response.url });
  return copy;
}

/** An answer that arrives whole. If it breaks off, the client has nothing of it, and nothing is charged. */
function watchWhole(body: ReadableStream<Uint8Array<ArrayBuffer>>, answer: AnswerReader, call: OpenCall) {
  const decoder = new TextDecoder();
  let text = "";
  return watchStream(body, {
    onPart(chunk) {
      text += decoder.decode(chunk, { stream: true });
      return chunk;
    },
    async onEnd() {
      const parsed = parseJson(text + decoder.decode());
      if (parsed !== undefined) answer.readWhole(parsed);
      await call.finish(answer.progress, "no_usage_reported");
      return undefined;
    },
    onBroken: () => call.release(),
  });
}

function watchEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  answer: AnswerReader,
  call: OpenCall,
  onBroken: () => Promise<void>,
) {
  const splitter = new EventSplitter();
  const encoder = new TextEncoder();
  let isComplete = false;

  function read({ data, text }: SentEvent): string {
    const event = data === null ? undefined : data.trim() === "[DONE]" ? null : parseJson(data);
    const fate = event === undefined ? "pass" : answer.readEvent(event);
    isComplete ||= fate === "last";
    return fate === "hide" ? "" : text;
  }

  async function pass(events: readonly SentEvent[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const text = events.map(read).join("");
    // Before the application sees the end: it may exit then.
    if (isComplete) await call.finish(answer.progress, "no_usage_reported");
    return text === "" ? undefined : encoder.encode(text);
  }

  return watchStream(body, {
    onPart: (chunk) => pass(splitter.take(chunk)),
    async onEnd() {
      const rest = await pass([splitter.end()]);
      await call.finish(answer.progress, isComplete ? "no_usage_reported" : "aborted");
      return rest;
    },
    onBroken,
  });
}

/** Undefined if the text is not JSON: the client then reports it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
