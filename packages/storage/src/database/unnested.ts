import { documentArray } from "./binary-array.ts";
import { listOf } from "./list-of.ts";

/** The PostgreSQL type of each member that a statement takes from its rows. */
type MemberTypes<Row> = Readonly<Partial<Record<keyof Row & string, string>>>;

/** Many rows as a source for a statement: the source's text, and one parameter per member. */
export interface Unnested {
  /** The columns named after the members: `id, period_start`. */
  readonly columns: string;
  /** For example `unnest(…, …) as given (id, period_start)`, with a list parameter for each column. */
  readonly source: string;
  /** One array per member, in PostgreSQL's format: those of documents in binary, all others as text. */
  readonly values: readonly (string | Buffer)[];
}

/**
 * Turns rows into one array per member. PostgreSQL reads them nearly twice as fast as the same rows as JSON. Objects
 * become JSON. The source is named `given`.
 * @param first the number of its first parameter. Default: 2, after the organization
 */
export function unnested<Row>(rows: readonly Row[], types: MemberTypes<Row>, first = 2): Unnested {
  const members = Object.entries(types) as [member: keyof Row & string, type: string][];
  const columns = members.map(([member]) => columnName(member)).join(", ");
  const arrays = members.map(([, type], index) => listOf(index + first, type)).join(", ");
  return {
    columns,
    source: `unnest(${arrays}) as given (${columns})`,
    values: members.map(([member, type]) => {
      const cells = rows.map((row) => row[member] as Cell);
      return type === "json" || type === "jsonb" ? documentArray(type, cells.map(documentText)) : plainArray(cells);
    }),
  };
}

/** The column of a member: `period_start` of `periodStart`. */
export function columnName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The value of a member: text in all its forms, numbers, and objects that become JSON. */
type Cell = string | number | boolean | object | null | undefined;

/**
 * JSON writes a list the way PostgreSQL reads an array, and fast. Only control characters differ: PostgreSQL escapes
 * them in another way.
 */
function plainArray(cells: readonly Cell[]): string {
  const list = JSON.stringify(cells);
  return list.includes("\\") ? `{${cells.map(element).join(",")}}` : arrayOf(list);
}

/** A document as JSON text. Text is JSON already. */
function documentText(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

function arrayOf(list: string): string {
  return `{${list.slice(1, -1)}}`;
}

function element(cell: Cell): string {
  return typeof cell === "string" ? `"${cell.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(cell ?? null);
}
