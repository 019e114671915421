import type { Clock, Database, DocumentRenderer, Ids, PaymentApi } from "@counterfoil/service";

/** What the server stands on. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  /** Where the payment provider is reached, when not at its own address. */
  readonly paymentApi?: PaymentApi | undefined;
}
