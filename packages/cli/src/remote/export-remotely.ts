import type { EventReading, EventSelection } from "@counterfoil/service";
import type { Client } from "@counterfoil/sdk";
import type { Invocation } from "../command.ts";
import { refuseLocalOptions } from "./is-remote.ts";
import { onServer } from "./remote-server.ts";

/** Events that the API returns at once. */
const PAGE = 100;

/**
 * Reads the chosen events through the API of the chosen server. It is no snapshot: events that arrive meanwhile may be
 * included. Reads all events twice if their property names are needed.
 */
export function readRemotely<Result>(
  invocation: Invocation,
  selection: EventSelection,
  work: (reading: EventReading) => Promise<Result>,
): Promise<Result> {
  refuseLocalOptions(invocation);
  return onServer(invocation, ({ client }) =>
    work({
      async propertyNames() {
        const names = new Set<string>();
        for await (const events of pagesOf(client, selection)) {
          for (const name of events.flatMap(({ properties }) => Object.keys(properties))) names.add(name);
        }
        return [...names].toSorted();
      },
      async hasCosts() {
        for await (const events of pagesOf(client, selection)) {
          if (events.some(({ cost }) => cost !== null)) return true;
        }
        return false;
      },
      async *events() {
        for await (const events of pagesOf(client, selection)) {
          yield events.map(({ uniqueId, account, eventName, timestamp, properties, cost }) => {
            return { uniqueId, account, eventName, timestamp, properties: JSON.stringify(properties), cost };
          });
        }
      },
    }),
  );
}

/** The walk through the events, oldest first. */
async function* pagesOf(client: Client, { account, eventName, from, to }: EventSelection) {
  const chosen = Object.entries({ account, eventName, from, to }).filter(([, value]) => value !== undefined);
  const query = { ...Object.fromEntries(chosen), order: "asc", limit: PAGE } as const;
  let cursor: string | null | undefined;
  do {
    const page = await client.events.list({ ...query, ...(cursor === undefined ? {} : { cursor: cursor ?? "" }) });
    yield page.items;
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
}
