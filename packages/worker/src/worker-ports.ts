import type {
  Clock,
  ClockWatch,
  Database,
  DocumentRenderer,
  ElectronicRunner,
  History,
  Identity,
  Ids,
  KafkaRecordOfWork,
  MailDelivery,
  PaymentApi,
  Secrets,
  Tracing,
  WebhookSender,
  WorkRecord,
} from "@counterfoil/service";
import type { KafkaOptions } from "./kafka/kafka-options.ts";

/** Few large blocks cost ClickHouse less than many small ones. Readings include events that are not copied yet. */
export interface HistoryPace {
  readonly leastEvents: number;
  readonly mostSeconds: number;
  /** About how many events an account has before ClickHouse keeps the values of its days. Default: a million. */
  readonly valueDaysFrom?: number;
}

export interface WorkerPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Compares the clock with the database's clock. Without it, the clock is trusted. */
  readonly clockWatch?: ClockWatch | undefined;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly electronic: ElectronicRunner;
  readonly secrets: Secrets;
  /** The payment provider's API, if it is not at its normal address. */
  readonly paymentApi?: PaymentApi | undefined;
  /** The public URL of the customer pages, without a trailing slash. Without it, documents contain no link. */
  readonly pagesAddress?: (() => string) | undefined;
  /** The sign-in service, whose letters are sent. */
  readonly identity?: Identity | undefined;
  /** Called for failed work. The worker continues. */
  readonly onError: (error: unknown, organizationId: string | null) => void;
  /** Milliseconds that an idle worker waits before it looks again. Default: 250. */
  readonly pauseMilliseconds?: number;
  /**
   * Months for which usage events are kept after the month in which they happened. Null, the default, means forever.
   */
  readonly keptEventMonths?: number | null;
  /** Where events are copied. Without it, nothing is copied. */
  readonly history?: History | null;
  /** Whether copied months are dropped from PostgreSQL when they are old enough. Default: false. */
  readonly dropsCopiedMonths?: boolean;
  /** When to copy the events of an organization. Default: 10,000 events, or one that waits for 60 seconds. */
  readonly historyPace?: HistoryPace;
  /** Sends mail. Without it, all mail is caught, and its links have no address. */
  readonly mail?: MailDelivery;
  /** Sends webhooks. Without it, all are caught. */
  readonly webhooks?: WebhookSender;
  /** Consumes events from Kafka, and records how far. Without it, none are consumed. */
  readonly kafka?: { readonly options: KafkaOptions; readonly record: KafkaRecordOfWork } | undefined;
  /** Records the state of the loops. */
  readonly record?: WorkRecord | undefined;
  /** Exports spans. Without it, none are created. */
  readonly tracing?: Tracing | undefined;
}
