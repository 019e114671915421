/** One request and what it was answered, as they went by. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    /** Path with query. */
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
