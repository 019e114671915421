import { CounterfoilError, type UsageEventInput } from "@counterfoil/sdk";
import { client } from "../../server/client.ts";
import { type PropertyValue, propertyValue } from "../usage/send/event-draft.ts";
import type { CsvRow } from "./read-csv.ts";
import { type Kind, type Outcome, PROPERTY } from "./upload.ts";

const BATCH = 1_000;

/** Usage events: one request for a thousand rows. Sending a file again stores nothing twice. */
export const EVENT_KIND: Kind<UsageEventInput> = {
  targets: [
    { value: "uniqueId", name: "Unique ID", isRequired: true, words: ["id", "eventId"] },
    { value: "account", name: "Account", isRequired: true, words: ["accountId", "customer", "customerId"] },
    { value: "eventName", name: "Event name", isRequired: true, words: ["event", "name", "type"] },
    { value: "timestamp", name: "Time", words: ["timestamp", "date", "occurredAt"] },
  ],
  hasProperties: true,
  bodyOf: eventOf,
  batch: BATCH,
  atOnce: 2,
  send: sendEvents,
};

function eventOf({ cells }: CsvRow, header: readonly string[], mapping: readonly string[]): UsageEventInput {
  const members: Record<string, string> = {};
  const properties: Record<string, PropertyValue> = {};
  mapping.forEach((target, index) => {
    const cell = cells[index];
    if (target === "" || cell === undefined || (cell.text === "" && !cell.isQuoted)) return;
    if (target === PROPERTY)
      properties[header[index] ?? ""] = cell.isQuoted ? cell.text : propertyValue(cell.text.trim());
    else members[target] = cell.text.trim();
  });
  const { uniqueId = "", account = "", eventName = "", timestamp } = members;
  return { uniqueId, account, eventName, properties, ...(timestamp !== undefined && { timestamp }) };
}

async function sendEvents(events: readonly UsageEventInput[], signal: AbortSignal): Promise<Outcome> {
  try {
    const { ingested, duplicates, errors } = await client.events.ingest({ events }, {}, { signal });
    return { stored: ingested.length, duplicates: duplicates.length, failed: errors };
  } catch (error) {
    // The server refuses a body as a whole if it can read no event of it, and names what is wrong with each.
    if (!(error instanceof CounterfoilError) || error.status !== 422) throw error;
    return { stored: 0, duplicates: 0, failed: events.map((_, index) => ({ index, detail: faultsOf(error, index) })) };
  }
}

function faultsOf(error: CounterfoilError, index: number): string {
  const own = error.errors.filter(({ pointer }) => pointer.startsWith(`/events/${index}/`));
  return own.length === 0 ? error.message : own.map(({ detail }) => detail).join(" ");
}
