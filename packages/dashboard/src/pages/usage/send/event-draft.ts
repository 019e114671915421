import type { IngestResult, Metric, UsageEventInput } from "@counterfoil/sdk";

export type PropertyValue = string | number | boolean;

/** The event as the form has it. Empty properties are not sent. */
export interface EventDraft {
  readonly account: string;
  readonly eventName: string;
  readonly uniqueId: string;
  readonly timestamp: string;
  /** The properties that the metrics of the event name read. */
  readonly values: Readonly<Record<string, string>>;
  /** Other properties, as a JSON object. */
  readonly others: string;
}

/** The properties that metrics of an event name read: to count, to filter, and to split. */
export function propertiesOf(metrics: readonly Metric[], eventName: string): readonly string[] {
  const counting = metrics.filter((metric) => metric.eventName === eventName && metric.archivedAt === null);
  return [
    ...new Set(
      counting.flatMap(({ aggregation, filters, groupBy }) => [
        ...(aggregation.field === null ? [] : [aggregation.field]),
        ...filters.flatMap((group) => group.filters.map(({ field }) => field)),
        ...groupBy,
      ]),
    ),
  ];
}

/**
 * A property as the API takes it. A number becomes a number only if JavaScript keeps all its digits. Otherwise it stays
 * text, which metrics read as a decimal too.
 */
export function propertyValue(text: string): PropertyValue {
  if (text === "true" || text === "false") return text === "true";
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  return isNumber && String(Number(text)) === text ? Number(text) : text;
}

/** The request body, or what is wrong with the JSON of the other properties. */
export function bodyOf(draft: EventDraft): { readonly body: UsageEventInput } | { readonly notJson: string } {
  const others = readOthers(draft.others);
  if (typeof others === "string") return { notJson: others };
  const named = Object.entries(draft.values).filter(([, value]) => value.trim() !== "");
  return {
    body: {
      uniqueId: draft.uniqueId.trim(),
      account: draft.account.trim(),
      eventName: draft.eventName.trim(),
      timestamp: draft.timestamp.trim(),
      properties: {
        ...others,
        ...Object.fromEntries(named.map(([name, value]) => [name, propertyValue(value.trim())])),
      },
    },
  };
}

function readOthers(text: string): Readonly<Record<string, PropertyValue>> | string {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Record<string, PropertyValue>;
    return 'Enter a JSON object, such as {"region": "eu"}.';
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The field that a refused event concerns. The answer to a body that could be read has codes instead of pointers. */
const FIELD_OF_CODE: Readonly<Record<string, keyof UsageEventInput>> = {
  event_conflict: "uniqueId",
  timestamp_too_far_ahead: "timestamp",
};

/** What the server refused of the one sent event. Null if it was stored or is a duplicate. */
export function refusalOf({ errors }: IngestResult): { readonly field: string | null; readonly detail: string } | null {
  const [error] = errors;
  return error === undefined ? null : { field: FIELD_OF_CODE[error.code] ?? null, detail: error.detail };
}
