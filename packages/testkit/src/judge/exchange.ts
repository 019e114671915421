/** One request and its response. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    /** The path with the query. */
    readonly target: string;
    readonly headers: Record<string, string>;
    readonly bytes: Buffer;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly bytes: Buffer;
  };
}
