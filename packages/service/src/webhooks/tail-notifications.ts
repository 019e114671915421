import {
  type Database,
  newestNotificationSequence,
  type NewNotificationRow,
  readNewNotifications,
  settledNotificationSequence,
} from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { createFeeds, type Fed, type FeedListener, type Feeds, onlyAsked } from "../feeds/index.ts";
import { NOTIFICATION_TYPES } from "../notification-types.ts";
import { ownEventTypes } from "./event-type-aliases.ts";
import { signature, webhookBody } from "./webhook-message.ts";

/** A notification, created once for all listeners. */
export interface TailedNotification extends Fed {
  readonly row: NewNotificationRow;
}

export type NotificationListener = FeedListener<TailedNotification>;

/** The feeds of new notifications in a process. Sequences are the order in which notifications were written. */
export type NotificationFeeds = Feeds<TailedNotification>;

export function createNotificationFeeds(database: Database): NotificationFeeds {
  return createFeeds(database, {
    newest: newestNotificationSequence,
    settled: settledNotificationSequence,
    async read(tx, after, through) {
      const { rows, end } = await readNewNotifications(tx, after, through);
      return { items: rows.map((row) => ({ sequence: row.sequence, row })), end };
    },
  });
}

/** The context of a use case that follows new notifications. */
interface NotificationFeedsContext extends Context {
  readonly notificationFeeds: NotificationFeeds;
}

export interface NotificationTailQuestion {
  /** Types and prefixes, as of a webhook endpoint, separated by commas: `invoice.*,payment.failed`. */
  readonly types?: string;
  /** The sequence of the last notification that was seen. Null to begin now. */
  readonly after: string | null;
}

/**
 * Sends notifications to `listener` when they are committed, until it leaves. Resolves with the place after which it
 * begins, when no notification committed from now on can be missed.
 */
export function tailNotifications(
  context: NotificationFeedsContext,
  { types, after }: NotificationTailQuestion,
  listener: NotificationListener,
): Promise<string> {
  const patterns = types === undefined ? ["*"] : readTypes(types);
  const asked = onlyAsked<TailedNotification>(listener, ({ row }) => isTypeAsked(row.type, patterns));
  return context.notificationFeeds.of(context.organizationId).join(asked, after);
}

/** Whether one of the patterns includes the type. The same rule in SQL: `is_asked_for`. */
function isTypeAsked(type: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === type || pattern === "*" || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  );
}

/** Refuses patterns that no type has, which would wait forever. */
function readTypes(text: string): string[] {
  const patterns = ownEventTypes(text.split(",").map((pattern) => pattern.trim()));
  const unknown = patterns.filter((pattern) => !NOTIFICATION_TYPES.some((type) => isTypeAsked(type, [pattern])));
  if (unknown.length === 0) return patterns;
  const detail =
    `No notification has the type ${unknown.map((pattern) => JSON.stringify(pattern)).join(", ")}. ` +
    "Send types such as invoice.issued, prefixes such as invoice.*, or *, separated by commas.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/types", code: "unknown_value", detail }]);
}

/**
 * The notification as JSON, in the form of the list. With a secret, it also has the signature that a webhook with the
 * same content would have.
 */
export function tailedText({ row }: TailedNotification, secret: string | null, now: string): string {
  const { id, type, objectId, timestamp, data } = row;
  const members = [
    `"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"objectId":${JSON.stringify(objectId)}`,
    `"timestamp":${JSON.stringify(timestamp)},"data":${data}`,
  ];
  if (secret !== null) {
    const body = webhookBody({ type, timestamp, data });
    members.push(`"signature":${JSON.stringify(signature({ id, body }, [secret], now))}`);
  }
  return `{${members.join(",")}}`;
}
