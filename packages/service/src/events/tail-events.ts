import {
  currentUsageSequence,
  type Database,
  findAccount,
  newestUsageSequence,
  readNewEvents,
  type UsageEventRow,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { createFeeds, type Fed, type FeedListener, type Feeds, onlyAsked } from "../feeds/index.ts";
import { type Event, toEvent } from "./list-events.ts";

/** An event that began to count, created once for all listeners. */
interface TailedEvent extends Fed {
  readonly event: Event;
  /** The event as JSON. */
  text(): string;
}

/** A listener that receives events when they begin to count. */
export type TailListener = FeedListener<TailedEvent>;

export interface TailQuestion {
  /** ID or alias, or a name that no account has yet. */
  readonly account?: string;
  readonly eventName?: string;
  /** The sequence of the last event that was seen. Null to begin now. */
  readonly after: string | null;
}

/** The feeds of new events in a process. Sequences are the order in which events began to count. */
export type EventFeeds = Feeds<TailedEvent>;

export function createEventFeeds(database: Database): EventFeeds {
  return createFeeds(database, {
    newest: newestUsageSequence,
    settled: currentUsageSequence,
    async read(tx, after, through) {
      const { rows, end } = await readNewEvents(tx, after, through);
      return { items: rows.map(toTailed), end };
    },
  });
}

/** The context of a use case that follows new events. */
interface EventFeedsContext extends Context {
  readonly eventFeeds: EventFeeds;
}

/**
 * Sends events to `listener` when they are committed, until it leaves. An event without a known account is sent when it
 * is stored, and again when it begins to count. Resolves when no event committed from now on can be missed.
 */
export async function tailEvents(
  context: EventFeedsContext,
  question: TailQuestion,
  listener: TailListener,
): Promise<void> {
  const isAsked = await filterOf(context, question);
  await context.eventFeeds.of(context.organizationId).join(onlyAsked(listener, isAsked), question.after);
}

async function filterOf(context: Context, question: TailQuestion): Promise<(told: TailedEvent) => boolean> {
  const { account: name, eventName } = question;
  const account = name === undefined ? undefined : await read(context, (tx) => findAccount(tx, name));
  return ({ event }) =>
    (eventName === undefined || event.eventName === eventName) &&
    (name === undefined || event.account === name || event.accountId === account?.id);
}

function toTailed(row: UsageEventRow): TailedEvent {
  const event = toEvent(row);
  let text: string | undefined;
  return { sequence: row.sequence, event, text: () => (text ??= JSON.stringify(event)) };
}
