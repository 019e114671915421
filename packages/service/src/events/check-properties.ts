import {
  boundsText,
  Decimal,
  isNumberOutOfRange,
  numberBounds,
  type Properties,
  type PropertyValue,
} from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";
import type { EventFault } from "./event.ts";
import { ExactNumber } from "./parse-event-json.ts";
import { memberPointer } from "./member-pointer.ts";
import { isStorable } from "./storable.ts";

/** R-EVT-1. */
const MAX_PAIRS = 50;
const MAX_NAME = 255;
const MAX_TEXT = 10_000;

/** Properties in the form that is stored and in the form that is measured. */
export interface CheckedProperties {
  /** JSON text with sorted names and one format for each number, so that equal content has equal text. */
  readonly text: string;
  /** A number that a float would change is stored as text with all its digits, which is the same decimal. */
  readonly values: Properties;
  /** Names of the properties whose text is a number out of bounds. Nearly always empty. */
  readonly oversized: readonly string[];
}

const NONE: CheckedProperties = { text: "{}", values: {}, oversized: [] };

/** Reads flat pairs of text, number or boolean. Adds what is wrong to `faults`. */
export function checkProperties(sent: unknown, faults: Fault[]): CheckedProperties {
  if (sent === undefined) return NONE;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof ExactNumber) {
    faults.push({
      pointer: "/properties",
      code: "wrong_type",
      detail: "properties must be an object whose values are strings, numbers or booleans.",
    });
    return NONE;
  }
  const pairs = sent as Record<string, unknown>;
  const names = Object.keys(pairs);
  if (names.length > MAX_PAIRS) {
    faults.push({
      pointer: "/properties",
      code: "too_many",
      detail: `properties has ${names.length} pairs. The maximum is ${MAX_PAIRS}.`,
    });
    return NONE;
  }
  // By code units.
  names.sort();
  let text = "";
  let isPlain = true;
  let oversized = NONE.oversized;
  for (const name of names) {
    const value = pairs[name];
    text += `${text === "" ? "" : ","}${writePair(name, value, faults)}`;
    if (typeof value === "object") isPlain = false;
    else if (typeof value === "string" && isNumberOutOfRange(value)) oversized = [...oversized, name];
  }
  return { text: `{${text}}`, values: isPlain ? (sent as Properties) : measuredValues(pairs), oversized };
}

/** Built from entries, so that a property named `__proto__` is an ordinary property. */
function measuredValues(pairs: Readonly<Record<string, unknown>>): Properties {
  return Object.fromEntries(
    Object.entries(pairs).map(([name, value]) => [
      name,
      value instanceof ExactNumber ? (value.value?.toCanonical() ?? "") : (value as PropertyValue),
    ]),
  );
}

function writePair(name: string, value: unknown, faults: Fault[]): string {
  if (name.length === 0 || name.length > MAX_NAME || !isStorable(name)) {
    const detail = `The name of a property must have 1 to ${MAX_NAME} characters, without NUL and unpaired surrogates.`;
    faults.push({ pointer: `/properties${memberPointer(name)}`, code: "wrong_name", detail });
    return "";
  }
  const text = writeValue(value);
  if (typeof text === "string") return `${quoted(name)}:${text}`;
  const pointer = `/properties${memberPointer(name)}`;
  faults.push({ pointer, code: text.code, detail: `The property ${JSON.stringify(name)} ${text.detail}` });
  return "";
}

/** The value as JSON, or what is wrong with it. */
function writeValue(value: unknown): string | EventFault {
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "number":
      return writeNumber(value);
    case "string":
      if (value.length > MAX_TEXT) return { code: "too_long", detail: `is longer than ${MAX_TEXT} characters.` };
      if (isStorable(value)) return quoted(value);
      return { code: "unstorable_character", detail: "must not contain a NUL character or an unpaired surrogate." };
    default:
      if (value instanceof ExactNumber) return writeDecimal(value.value) ?? outOfRange(value.digits);
      return {
        code: "wrong_type",
        detail: "must be a string, a number or a boolean. Objects, lists and null are not allowed.",
      };
  }
}

/** Text that JSON does not escape, and that is nearly all text. Finding out costs less than escaping. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

/** As `JSON.stringify`. */
function quoted(text: string): string {
  return UNESCAPED.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A number that a float holds exactly. In plain notation, so that 1e21 and its 22 digits have the same text. */
function writeNumber(value: number): string | EventFault {
  const text = String(value);
  if (Number.isFinite(value) && !text.includes("e")) return text;
  return writeDecimal(Decimal.fromNumber(value)) ?? outOfRange(text);
}

function writeDecimal(value: Decimal | undefined): string | undefined {
  return value?.fits(numberBounds) === true ? value.toCanonical() : undefined;
}

/**
 * The fault of a number that nothing can count. A text that no metric reads is accepted anyway, because it may be an
 * identifier.
 */
export function outOfRange(written: string): EventFault {
  const shown = written.length > SHOWN_DIGITS ? `${written.slice(0, SHOWN_DIGITS)}…` : written;
  return { code: "number_out_of_range", detail: `is ${shown}, but a number must have ${boundsText(numberBounds)}.` };
}

const SHOWN_DIGITS = 60;
