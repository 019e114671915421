import type { Clock, Database, DocumentRenderer, Ids } from "@counterfoil/service";

/** What the server stands on. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
}
