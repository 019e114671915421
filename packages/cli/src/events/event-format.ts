import { CommandError } from "../command.ts";
import { beginningOf, closeUnread } from "./event-bytes.ts";

export const EVENT_FORMATS = ["ndjson", "csv"] as const;
export type EventFormat = (typeof EVENT_FORMATS)[number];

/** Enough bytes to find the first character that is not white space. */
const LOOKED_AT_BYTES = 1_024;

/** Detects the format by the first character: NDJSON begins with `{`. Returns the pieces unread. */
export async function findFormat(
  pieces: AsyncIterable<Buffer>,
): Promise<{ format: EventFormat; pieces: AsyncIterable<Buffer> }> {
  const [first, all] = await beginningOf(pieces, LOOKED_AT_BYTES);
  const text = first.toString("latin1").replace("\u00ef\u00bb\u00bf", "").trimStart();
  if (text.startsWith("[")) {
    await closeUnread(all);
    throw new CommandError(
      "The file is one JSON array, but NDJSON has one event per line. Convert it with: jq -c '.[]' FILE",
    );
  }
  return { format: text.startsWith("{") ? "ndjson" : "csv", pieces: all };
}
