import { Decimal } from "@counterfoil/engine";
import { isObject, type Json, type JsonObject, objectOf, textIn } from "./json.ts";
import type { RecordShape, Referred, Shape } from "./shape.ts";

/** Finds the ID of a key, or the key of an ID. Throws if there is none. */
export type Resolve = (to: Referred, named: string) => string;

/** A checked value of a file → its form in the API. */
export function toWire(shape: Shape, value: Json, idOf: Resolve): Json {
  switch (shape.kind) {
    case "money":
      return { value };
    case "reference":
      return idOf(shape.to, textIn(value));
    case "list":
      return elementsOf(value).map((element) => toWire(shape.of, element, idOf));
    case "map":
      return mapMembers(value, (member) => toWire(shape.of, member, idOf));
    case "record":
      return recordToWire(shape, value, idOf);
    default:
      return value;
  }
}

function recordToWire(shape: RecordShape, value: Json, idOf: Resolve): JsonObject {
  return objectOf(
    Object.entries(objectIn(value)).flatMap(([name, member]) => {
      const found = shape.members[name];
      return found === undefined ? [] : [[found.wire ?? name, toWire(found.shape, member, idOf)] as const];
    }),
  );
}

/** A value of the API → its form in a file. Leaves out members that the file does not have, and null. */
export function toFile(shape: Shape, wire: Json, keyOf: Resolve): Json {
  switch (shape.kind) {
    case "money":
      return objectIn(wire)["value"] ?? "0";
    case "reference":
      return keyOf(shape.to, textIn(wire));
    case "list":
      return elementsOf(wire).map((element) => toFile(shape.of, element, keyOf));
    case "map":
      return mapMembers(wire, (member) => toFile(shape.of, member, keyOf));
    case "record":
      return recordToFile(shape, wire, keyOf);
    default:
      return wire;
  }
}

/** In the order of the shape, so that the same catalog always gives the same text. */
export function recordToFile(shape: RecordShape, wire: Json, keyOf: Resolve): JsonObject {
  const given = objectIn(wire);
  return objectOf(
    Object.entries(shape.members).flatMap(([name, member]) => {
      const value = given[member.wire ?? name] ?? null;
      if (value === null && member.isNullable === true) return [[name, null] as const];
      return value === null ? [] : [[name, toFile(member.shape, value, keyOf)] as const];
    }),
  );
}

/** The value with each decimal in its shortest form, so that equal values have equal text: `49.00` → `49`. */
export function comparable(shape: Shape, value: Json): Json {
  switch (shape.kind) {
    case "money":
    case "decimal":
      return shortest(value);
    case "allowance":
      return typeof value === "string" ? shortest(value) : value;
    case "list":
      return elementsOf(value).map((element) => comparable(shape.of, element));
    case "map":
      return mapMembers(value, (member) => comparable(shape.of, member));
    case "record":
      return mapMembers(value, (member, name) => {
        const found = shape.members[name];
        return found === undefined ? member : comparable(found.shape, member);
      });
    default:
      return value;
  }
}

function shortest(value: Json): Json {
  return (typeof value === "string" ? Decimal.parse(value)?.toCanonical() : undefined) ?? value;
}

function mapMembers(value: Json, change: (member: Json, name: string) => Json): JsonObject {
  return objectOf(Object.entries(objectIn(value)).map(([name, member]) => [name, change(member, name)] as const));
}

function objectIn(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

function elementsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
