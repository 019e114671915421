import type { Path } from "./json.ts";

/** A place in a file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The content of a catalog file, and where each value is. */
export interface Source {
  /** The file's name, for messages. */
  readonly name: string;
  readonly value: unknown;
  /** Where a value or the name of a member is. Null if the file does not show it, for example if code computes it. */
  locate(path: Path, part: Part): Position | null;
  /** The text of a number as it is in the file, because `49.00` as a number is 49. */
  numberText(path: Path): string | undefined;
}

/** The name of a member, or its value. */
export type Part = "name" | "value";

/** A mistake in a catalog file. */
export interface FileFault {
  readonly path: Path;
  readonly part: Part;
  readonly message: string;
}

/** `catalog.yaml:12:5 prices.team-eur.curency: There is no member …` */
export function faultText(source: Source, { path, part, message }: FileFault): string {
  const at = source.locate(path, part);
  const place = at === null ? source.name : `${source.name}:${at.line}:${at.column}`;
  return `${place}  ${path.length === 0 ? "" : `${pathText(path)}: `}${message}`;
}

function pathText(path: Path): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${step}`))
    .join("");
}
