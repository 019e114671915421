import { Decimal } from "@counterfoil/engine";
import { type ExportedUsageEvent, parseExactJson } from "@counterfoil/storage";
import { COST_COLUMNS } from "./csv-columns.ts";
import { isNumberOrBoolean } from "./read-csv.ts";

/** Writes events as text that `events import` accepts. */
export interface EventWriter {
  /** The text before the first event. */
  readonly head: string;
  write(event: ExportedUsageEvent): string;
}

export const ndjsonWriter: EventWriter = {
  head: "",
  write({ properties, cost, ...members }) {
    const written = cost === null ? "" : `,"cost":${JSON.stringify(cost)}`;
    return `${JSON.stringify(members).slice(0, -1)},"properties":${properties}${written}}\n`;
  },
};

/** Writes one column for each property that occurs in any event, and two for costs if any event was sent with one. */
export function csvWriter(propertyNames: readonly string[], hasCosts: boolean): EventWriter {
  const columns = [
    "uniqueId",
    "account",
    "eventName",
    "timestamp",
    ...(hasCosts ? COST_COLUMNS : []),
    ...propertyNames.map((name) => `properties.${name}`),
  ];
  return {
    head: csvRow(columns.map(quotedWhereNeeded)),
    write({ uniqueId, account, eventName, timestamp, properties, cost }) {
      const pairs = new Map(Object.entries(parseExactJson(properties, exactDigits) as Record<string, unknown>));
      const cells = propertyNames.map((name) => propertyCell(pairs.get(name)));
      const costs = hasCosts ? [cost?.amount ?? "", cost?.currency ?? ""] : [];
      return csvRow([...[uniqueId, account, eventName, timestamp].map(quotedWhereNeeded), ...costs, ...cells]);
    },
  };
}

/** A number that a float would change. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function exactDigits(digits: string): Digits {
  return new Digits(digits);
}

/** An empty cell if the event has no such property. Quotes a string that would be read as a number or boolean. */
function propertyCell(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
      return value === "" || isNumberOrBoolean(value) ? quoted(value) : quotedWhereNeeded(value);
    case "number":
      return Decimal.of(String(value)).toCanonical();
    default:
      return value instanceof Digits ? value.text : String(value);
  }
}

function quotedWhereNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function csvRow(cells: readonly string[]): string {
  return `${cells.join()}\n`;
}
