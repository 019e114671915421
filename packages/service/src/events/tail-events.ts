import { type Database, findAccount } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { createEventFeed, type EventFeed, type TailedEvent, type TailListener } from "./event-feed.ts";

export interface TailQuestion {
  /** ID or alias, or a name that no account has yet. */
  readonly account?: string;
  readonly eventName?: string;
  /** The sequence of the last event that was seen. Null to begin now. */
  readonly after: string | null;
}

/** The feeds of new events in a process: one for each organization that has listeners. */
export interface EventFeeds {
  of(organizationId: string): EventFeed;
}

export function createEventFeeds(database: Database): EventFeeds {
  const feeds = new Map<string, EventFeed>();
  return {
    of(organizationId) {
      const known = feeds.get(organizationId);
      if (known !== undefined) return known;
      const made = createEventFeed(database, organizationId, () => feeds.delete(organizationId));
      feeds.set(organizationId, made);
      return made;
    },
  };
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
  const asked: TailListener = {
    signal: listener.signal,
    isAdmitted: () => listener.isAdmitted(),
    keepsUp: () => listener.keepsUp(),
    taken: () => listener.taken(),
    end: (cause) => listener.end(cause),
    receive(told) {
      if (isAsked(told)) listener.receive(told);
    },
  };
  await context.eventFeeds.of(context.organizationId).join(asked, question.after);
}

async function filterOf(context: Context, question: TailQuestion): Promise<(told: TailedEvent) => boolean> {
  const { account: name, eventName } = question;
  const account = name === undefined ? undefined : await read(context, (tx) => findAccount(tx, name));
  return ({ event }) =>
    (eventName === undefined || event.eventName === eventName) &&
    (name === undefined || event.account === name || event.accountId === account?.id);
}
