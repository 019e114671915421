import { Decimal, UNLIMITED } from "@counterfoil/engine";
import { isObject, type Json, objectOf, type Path } from "./json.ts";
import { nearestName } from "./nearest-name.ts";
import type { RecordShape, Shape } from "./shape.ts";
import type { FileFault, Source } from "./source.ts";

/** Reads one file, and collects its faults. */
export interface Reading {
  readonly source: Pick<Source, "numberText">;
  readonly faults: FileFault[];
}

/** The value as its shape says, or undefined after noting what is wrong. */
export function readValue(reading: Reading, shape: Shape, value: unknown, path: Path): Json | undefined {
  const refuse = (message: string): undefined => refuseValue(reading, path, message);
  switch (shape.kind) {
    case "text":
      if (typeof value !== "string") return refuse(notText(value));
      return value === "" && !shape.isEmptyAllowed ? refuse("Must not be empty. Leave it out instead.") : value;
    case "flag":
      return typeof value === "boolean" ? value : refuse(`${shown(value)} is not true or false.`);
    case "number":
      return (
        readNumber(value, shape.isWhole) ?? refuse(`${shown(value)} is not a ${shape.isWhole ? "whole " : ""}number.`)
      );
    case "word":
      return shape.words.find((known) => known === value) ?? refuse(unknownWord(value, shape.words));
    case "decimal":
    case "money":
      return (
        readDecimal(reading, value, path) ??
        refuse(`${shown(value)} is not a decimal. Write it as text, such as "49.00".`)
      );
    case "allowance":
      if (typeof value === "boolean" || value === UNLIMITED) return value;
      return (
        readDecimal(reading, value, path) ??
        refuse(`${shown(value)} is not true, false, a decimal as text, or unlimited.`)
      );
    case "filter value":
      return isFilterValue(value) ? value : refuse("Must be a text, a number, true, false, or a list of these.");
    case "reference":
      return typeof value === "string" && value !== ""
        ? value
        : refuse(`${shown(value)} is not a key. Write one as text.`);
    case "list":
      return readList(reading, shape.of, value, path);
    case "map":
      return readMap(reading, shape.of, value, path);
    case "record":
      return readRecord(reading, shape, value, path);
  }
}

export function refuseValue({ faults }: Reading, path: Path, message: string): undefined {
  faults.push({ path, part: "value", message });
  return undefined;
}

/** "There is no … X. Did you mean Y?" or the known names if none is near. */
export function unknownName(what: string, written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near !== undefined) return `There is no ${what} ${shown(written)}. Did you mean ${shown(near)}?`;
  const names =
    known.length === 0
      ? "There are none."
      : `Known: ${known.slice(0, MOST_SHOWN).join(", ")}${known.length > MOST_SHOWN ? ", …" : ""}.`;
  return `There is no ${what} ${shown(written)}. ${names}`;
}

const MOST_SHOWN = 30;

/** Null counts as left out, because the API shows missing values as null. */
function readRecord(reading: Reading, shape: RecordShape, value: unknown, path: Path): Json | undefined {
  if (!isObject(value)) return refuseValue(reading, path, `${shown(value)} is not a mapping of members.`);
  const names = Object.keys(shape.members);
  const entries: [string, Json][] = [];
  for (const [name, given] of Object.entries(value)) {
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    const at = [...path, name];
    if (member === undefined) {
      reading.faults.push({ path: at, part: "name", message: unknownName("member", name, names) });
    } else if (given === null) {
      if (member.isNullable === true) entries.push([name, null]);
    } else {
      const read = readValue(reading, member.shape, given, at);
      if (read !== undefined) entries.push([name, read]);
    }
  }
  for (const [name, { isRequired }] of Object.entries(shape.members)) {
    if (isRequired && (value[name] ?? null) === null) refuseValue(reading, path, `The member ${name} is missing.`);
  }
  return objectOf(entries);
}

function readList(reading: Reading, of: Shape, value: unknown, path: Path): Json | undefined {
  if (!Array.isArray(value)) return refuseValue(reading, path, `${shown(value)} is not a list.`);
  return value.flatMap((element: unknown, index) => readValue(reading, of, element, [...path, index]) ?? []);
}

function readMap(reading: Reading, of: Shape, value: unknown, path: Path): Json | undefined {
  if (!isObject(value)) return refuseValue(reading, path, `${shown(value)} is not a mapping.`);
  return objectOf(
    Object.entries(value).flatMap(([name, member]) => {
      const read = readValue(reading, of, member, [...path, name]);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

function readNumber(value: unknown, isWhole: boolean): number | undefined {
  return typeof value === "number" && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))
    ? value
    : undefined;
}

/** YAML shows a decimal without quotes as a number. Its digits are in the file. */
function readDecimal(reading: Reading, value: unknown, path: Path): string | undefined {
  const written = typeof value === "number" ? reading.source.numberText(path) : value;
  return typeof written === "string" && PLAIN.test(written) && Decimal.parse(written) !== undefined
    ? written
    : undefined;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

function isFilterValue(value: unknown): value is Json {
  const isScalar = (one: unknown) => typeof one === "string" || typeof one === "boolean" || Number.isFinite(one);
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

function unknownWord(value: unknown, words: readonly string[]): string {
  const near = typeof value === "string" ? nearestName(value, words) : undefined;
  const hint = near === undefined ? `Use ${words.join(", ")}.` : `Did you mean ${near}?`;
  return `${shown(value)} is not accepted. ${hint}`;
}

function notText(value: unknown): string {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return `${shown(value)} is not text.${isScalar ? ` Quote it: "${String(value)}".` : ""}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "A list";
  return typeof value === "object" && value !== null ? "A mapping" : (JSON.stringify(value) ?? String(value));
}
