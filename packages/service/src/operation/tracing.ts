/** What a span is told of: text and numbers, never what somebody keeps secret. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A stretch of work that is told of. */
export interface Span {
  /** What was found out meanwhile. */
  note(facts: SpanFacts): void;
  /** Where it is not the end of the work that tells: a request is answered later than its hooks return. */
  end(failure?: unknown): void;
  /** Runs what belongs to it, and everything that this starts. */
  within<Result>(work: () => Result): Result;
  /** The header by which whoever is called goes on with the same trace. */
  readonly traceparent: string;
}

export interface SpanStart {
  readonly name: string;
  /** Whether it is asked from outside, asks outside, or neither. */
  readonly kind: "server" | "client" | "internal";
  readonly facts?: SpanFacts;
  /** The header that a caller sent: the span goes on with its trace. */
  readonly traceparent?: string | undefined;
}

/** Traces, where somebody wants them (R-OPS-4). What is not configured is not there: nothing asks it anything. */
export interface Tracing {
  /** Begins a span under the one that runs. */
  begin(start: SpanStart): Span;
}

/** Runs work in a span of its own, or as it is where nobody traces. */
export async function traced<Result>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work(undefined);
  const span = tracing.begin(start);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
