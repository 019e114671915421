import type {
  AllowedTargets,
  Clock,
  ClockWatch,
  Database,
  DocumentRenderer,
  Identity,
  Ids,
  PaymentApi,
  Secrets,
  Services,
} from "@counterfoil/service";

/** What the server depends on. */
export interface Ports extends Services {
  readonly database: Database;
  readonly clock: Clock;
  /** Compares the clock with the database's. Without it, the clock is trusted. */
  readonly clockWatch?: ClockWatch | undefined;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly secrets: Secrets;
  /** The sign-in of people. Without it, only API keys are accepted. */
  readonly identity?: Identity | undefined;
  /** The address of the payment provider, if not its own. */
  readonly paymentApi?: PaymentApi | undefined;
  /** The address of the pages for customers, without a trailing slash. Without it, documents contain no link. */
  readonly pagesAddress?: (() => string) | undefined;
  /** Where webhooks may go in addition to the public internet. */
  readonly webhookTargets?: AllowedTargets | undefined;
}
