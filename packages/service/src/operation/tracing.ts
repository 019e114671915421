/** Attributes of a span: text and numbers, never secrets. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A traced operation. */
export interface Span {
  /** Adds attributes that became known during the operation. */
  note(facts: SpanFacts): void;
  /**
   * Ends the span explicitly, for operations that outlive their function: a request is answered after its hooks return.
   */
  end(failure?: unknown): void;
  /** Runs work inside the span, including everything that the work starts. */
  within<Result>(work: () => Result): Result;
  /** The header that continues the trace in another service. */
  readonly traceparent: string;
}

export interface SpanStart {
  readonly name: string;
  /** Whether the operation serves a request, sends one, or neither. */
  readonly kind: "server" | "client" | "internal";
  readonly facts?: SpanFacts;
  /** The header of the caller's request: the span continues its trace. */
  readonly traceparent?: string | undefined;
}

/** Creates traces if tracing is configured (R-OPS-4). Without configuration, no code calls it. */
export interface Tracing {
  /** Starts a span as a child of the current one. */
  begin(start: SpanStart): Span;
}

/** Runs work in a new span, or directly if tracing is not configured. */
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
