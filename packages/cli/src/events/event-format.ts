import { CommandError } from "../command.ts";
import { beginningOf, closeUnread } from "./event-bytes.ts";

export const EVENT_FORMATS = ["ndjson", "csv"] as const;
export type EventFormat = (typeof EVENT_FORMATS)[number];

/** Enough to find the first character that is no space. */
const LOOKED_AT_BYTES = 1_024;

/** Tells the format by the first character: NDJSON begins with `{`. Gives the pieces on, unread. */
export async function findFormat(
  pieces: AsyncIterable<Buffer>,
): Promise<{ format: EventFormat; pieces: AsyncIterable<Buffer> }> {
  const [first, all] = await beginningOf(pieces, LOOKED_AT_BYTES);
  const text = first.toString("latin1").replace("\u00ef\u00bb\u00bf", "").trimStart();
  if (text.startsWith("[")) {
    await closeUnread(all);
    throw new CommandError(
      "The file is one JSON array. NDJSON has an event on each line: jq -c '.[]' FILE writes it so.",
    );
  }
  return { format: text.startsWith("{") ? "ndjson" : "csv", pieces: all };
}
