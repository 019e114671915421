import type { EventTaken } from "../../journal/journal.ts";
import { Rational } from "../../auditor/rational.ts";
import type { Random } from "../../random.ts";
import { START } from "./lay-field.ts";
import { randomGroup, randomValue, type WrittenValue } from "./property-values.ts";

/** An event, its JSON as sent, and what is known about its value. */
export interface SentEvent extends EventTaken {
  readonly written: WrittenValue;
  readonly json: string;
}

/** Each at a different instant, so that `latest` is unique. */
export function randomEvents(random: Random, accountId: string, batch: number): SentEvent[] {
  return Array.from({ length: random.integer(1, 25) }, (_, place) => {
    const written = randomValue(random);
    const group = randomGroup(random);
    const at = START + random.integer(0, 40_000) * 60_000 + batch * 100 + place;
    const uniqueId = `value-${batch}-${place}`;
    const timestamp = new Date(at).toISOString();
    const isMissing = random.chance(0.05);
    const members = [...(isMissing ? [] : [`"n":${written.json}`]), `"g":${group}`];
    const head = JSON.stringify({ uniqueId, account: accountId, eventName: "use", timestamp }).slice(0, -1);
    const json = `${head},"properties":{${members.join(",")}}}`;
    const properties = { ...(isMissing ? {} : { n: readValue(written.json) }), g: readValue(group) };
    const kind = isMissing ? { json: "", isTaken: true } : written;
    return { uniqueId, accountId, eventName: "use", at, properties, written: kind, json };
  });
}

/** A number as its digits, so that no float is involved. */
export function readValue(json: string): string | number | boolean {
  if (/^-?\d/.test(json)) return plain(json);
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" || typeof value === "boolean" ? value : "";
  } catch {
    return "";
  }
}

/** One text per number, as count_unique compares values. */
function plain(digits: string): string {
  const [, mantissa = digits, exponent = "0"] = /^(.*?)(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  // Values that no metric accepts are never summed.
  return Math.abs(Number(exponent)) > 300 ? digits : Rational.of(`${mantissa}e${exponent}`).toText();
}
