/** An event that a credit hold expects. */
export interface StoredExpectedEvent {
  readonly eventName: string;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}
