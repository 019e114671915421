import { Decimal } from "../decimal/decimal.ts";

/** The types of an event property's value. */
export type PropertyValue = string | number | boolean;

/** The properties of a usage event: flat pairs (R-EVT-1). */
export type Properties = Readonly<Record<string, PropertyValue>>;

/** The property's value; undefined if the event has no such property. */
export function propertyOf(properties: Properties, name: string): PropertyValue | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * The value as text, the form in which values are compared, grouped and searched. Numbers use plain notation, never an
 * exponent, so that each number has one text (1e21 is 1000000000000000000000).
 */
export function propertyText(value: PropertyValue): string {
  const text = String(value);
  if (typeof value !== "number" || !text.includes("e")) return text;
  return Decimal.of(text).toCanonical();
}

/** A JSON number or a numeric string as an exact decimal, never through a float (R-MET-1); undefined for other values. */
export function propertyDecimal(value: PropertyValue): Decimal | undefined {
  switch (typeof value) {
    case "string":
      return Decimal.parse(value);
    case "number":
      return Decimal.fromNumber(value);
    default:
      return undefined;
  }
}
