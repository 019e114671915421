import { type Breaks, fittedByNone, type Compared } from "./breaks.ts";
import type { Schema } from "./contract.ts";
import { isOfType, resolvedAlike, said, shapesOf, typesOf, valuesOf } from "./schema-parts.ts";

/** Constraints that accept less if they are lower, and those that accept less if they are higher. */
const UPPER = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
const LOWER = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
/** Constraints for which any other value accepts something else. */
const EXACT = ["pattern", "format", "multipleOf", "uniqueItems"];

/**
 * What a client may send today must still be accepted tomorrow. Breaks are members, types and values that are no longer
 * accepted, newly required members, and narrower bounds.
 */
export function compareTaken({ contracts, at, breaks }: Compared, before: Schema, now: Schema): void {
  const { from, to } = resolvedAlike(contracts, before, now);
  breaks.schemas += 1;
  const fromShapes = shapesOf(from);
  const toShapes = shapesOf(to);
  if (fromShapes !== null || toShapes !== null) {
    compareShapes({ contracts, at, breaks }, fromShapes ?? [from], toShapes ?? [to]);
    return;
  }
  compareTypes(from, to, at, breaks);
  compareValues(from, to, at, breaks);
  compareBounds(from, to, at, breaks);
  compareMembers({ contracts, at, breaks }, from, to);
  if (to.items !== undefined) compareTaken({ contracts, at: `${at}/[]`, breaks }, from.items ?? {}, to.items);
}

function compareShapes({ contracts, at, breaks }: Compared, before: readonly Schema[], now: readonly Schema[]): void {
  const unfitted = fittedByNone(before, now, breaks, (shape, one, tried) =>
    compareTaken({ contracts, at, breaks: tried }, shape, one),
  );
  for (const [k, isUnfitted] of unfitted.entries()) {
    if (isUnfitted) breaks.add(at, `shape ${k + 1} of ${before.length} is not taken any more`);
  }
}

function compareTypes(from: Schema, to: Schema, at: string, breaks: Breaks): void {
  const taken = typesOf(to);
  if (taken === null) return;
  const before = typesOf(from);
  if (before === null) return breaks.add(at, `takes only ${taken.join(" or ")}, and took anything`);
  for (const type of before) {
    if (!taken.some((one) => isOfType(type, one))) breaks.add(at, `the type ${type} is not taken any more`);
  }
}

function compareValues(from: Schema, to: Schema, at: string, breaks: Breaks): void {
  const taken = valuesOf(to);
  if (taken === null) return;
  const before = valuesOf(from);
  if (before === null) return breaks.add(at, `takes only ${taken.map(said).join(", ")}`);
  for (const value of before)
    if (!taken.includes(value)) breaks.add(at, `the value ${said(value)} is not taken any more`);
}

function compareBounds(from: Schema, to: Schema, at: string, breaks: Breaks): void {
  const narrower = (name: string, isNarrower: (was: number, is: number) => boolean) => {
    const is = to[name];
    const was = from[name];
    if (typeof is === "number" && (typeof was !== "number" || isNarrower(was, is))) {
      breaks.add(at, `${name} is ${is}, and was ${said(was)}`);
    }
  };
  for (const name of UPPER) narrower(name, (was, is) => is < was);
  for (const name of LOWER) narrower(name, (was, is) => is > was);
  for (const name of EXACT) {
    if (to[name] !== undefined && to[name] !== from[name])
      breaks.add(at, `${name} is ${said(to[name])}, and was ${said(from[name])}`);
  }
}

function compareMembers({ contracts, at, breaks }: Compared, from: Schema, to: Schema): void {
  const members = to.properties ?? {};
  for (const [name, schema] of Object.entries(from.properties ?? {})) {
    const is = members[name] ?? (typeof to.additionalProperties === "object" ? to.additionalProperties : undefined);
    if (is !== undefined) compareTaken({ contracts, at: `${at}/${name}`, breaks }, schema, is);
    else if (to.additionalProperties === false) breaks.add(`${at}/${name}`, "the member is not taken any more");
  }
  for (const name of to.required ?? []) {
    if (from.required?.includes(name) !== true) breaks.add(`${at}/${name}`, "the member is required, and was not");
  }
  const others = from.additionalProperties;
  if (
    to.additionalProperties === false &&
    others !== false &&
    from.type !== undefined &&
    typesOf(from)?.includes("object") === true
  ) {
    breaks.add(at, "other members are not taken any more");
  } else if (typeof to.additionalProperties === "object" && others !== false) {
    const was = typeof others === "object" ? others : {};
    compareTaken({ contracts, at: `${at}/*`, breaks }, was, to.additionalProperties);
  }
}
