import type { UsageEventInput } from "@counterfoil/sdk";
import { CommandError, type Invocation } from "../command.ts";
import type { Settled } from "../events/import-events.ts";
import { lockFile } from "./listen/lock-file.ts";
import { refuseLocalOptions } from "./is-remote.ts";
import { onServer } from "./remote-server.ts";

/** An organization of a server, and how its events are stored. */
interface RemoteTarget {
  readonly id: string;
  readonly name: string;
  readonly settle: (events: readonly unknown[]) => Promise<Settled>;
}

/**
 * Imports through the API of the chosen server. An ID counts once, so that slices that were sent before a failure count
 * as duplicates when the command runs again.
 */
export function importRemotely<Result>(
  invocation: Invocation,
  rejectsPath: string,
  importFor: (target: RemoteTarget) => Promise<Result>,
): Promise<Result> {
  refuseLocalOptions(invocation);
  if (invocation.flag("dry-run")) throw new CommandError("--dry-run works only on a database.", 2);
  return onServer(invocation, async ({ client }) => {
    const { id, name } = await client.organization.get();
    const lock = await lockFile(`${rejectsPath}.lock`);
    if ("holder" in lock) {
      throw new CommandError(`Another import writes to ${rejectsPath} (process ${lock.holder}). Wait for it to end.`);
    }
    try {
      const settle = async (events: readonly unknown[]): Promise<Settled> => {
        if (events.length === 0) return { ingested: 0, duplicates: 0, errors: [] };
        // The server checks each event, and reports faults by their position.
        const result = await client.events.ingest({ events: events as UsageEventInput[] });
        const { ingested, duplicates, errors } = result;
        return { ingested: ingested.length, duplicates: duplicates.length, errors };
      };
      return await importFor({ id, name, settle });
    } finally {
      await lock.release();
    }
  });
}
