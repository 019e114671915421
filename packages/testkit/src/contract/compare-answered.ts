import { type Breaks, fittedByNone, type Compared } from "./breaks.ts";
import type { Schema } from "./contract.ts";
import { isOfType, resolvedAlike, said, shapesOf, typesOf } from "./schema-parts.ts";

/**
 * What a client reads today must still be there tomorrow. Breaks are members that are removed or may be missing, and
 * values of another type or format. New members and new values of an enumeration are no breaks: clients ignore what
 * they do not know.
 */
export function compareAnswered({ contracts, at, breaks }: Compared, before: Schema, now: Schema): void {
  const { from, to } = resolvedAlike(contracts, before, now);
  breaks.schemas += 1;
  const fromShapes = shapesOf(from);
  const toShapes = shapesOf(to);
  if (fromShapes !== null || toShapes !== null) {
    compareShapes({ contracts, at, breaks }, fromShapes ?? [from], toShapes ?? [to]);
    return;
  }
  compareTypes(from, to, at, breaks);
  if (from["format"] !== undefined && from["format"] !== to["format"]) {
    breaks.add(at, `the format is ${said(to["format"])}, and was ${said(from["format"])}`);
  }
  compareMembers({ contracts, at, breaks }, from, to);
  if (from.items !== undefined) compareAnswered({ contracts, at: `${at}/[]`, breaks }, from.items, to.items ?? {});
}

function compareShapes({ contracts, at, breaks }: Compared, before: readonly Schema[], now: readonly Schema[]): void {
  const unfitted = fittedByNone(now, before, breaks, (shape, one, tried) =>
    compareAnswered({ contracts, at, breaks: tried }, one, shape),
  );
  for (const [k, isUnfitted] of unfitted.entries()) {
    if (isUnfitted) breaks.add(at, `shape ${k + 1} of ${now.length} is like none before`);
  }
}

function compareTypes(from: Schema, to: Schema, at: string, breaks: Breaks): void {
  const before = typesOf(from);
  if (before === null) return;
  const answered = typesOf(to);
  if (answered === null) return breaks.add(at, `may be of any type, and was ${before.join(" or ")}`);
  for (const type of answered) {
    if (!before.some((one) => isOfType(type, one)))
      breaks.add(at, `may be of type ${type}, and was ${before.join(" or ")}`);
  }
}

function compareMembers({ contracts, at, breaks }: Compared, from: Schema, to: Schema): void {
  for (const [name, schema] of Object.entries(from.properties ?? {})) {
    const is = to.properties?.[name];
    if (is === undefined) breaks.add(`${at}/${name}`, "the member is gone");
    else compareAnswered({ contracts, at: `${at}/${name}`, breaks }, schema, is);
  }
  for (const name of from.required ?? []) {
    const isThere = to.properties?.[name] !== undefined;
    if (isThere && to.required?.includes(name) !== true) breaks.add(`${at}/${name}`, "the member may be missing");
  }
  if (typeof from.additionalProperties === "object") {
    const is = typeof to.additionalProperties === "object" ? to.additionalProperties : {};
    compareAnswered({ contracts, at: `${at}/*`, breaks }, from.additionalProperties, is);
  }
}
