/** The PostgreSQL type of each member that a statement takes of its rows. */
type MemberTypes<Row> = Readonly<Partial<Record<keyof Row & string, string>>>;

/** Many rows as a source of a statement: its text, and a parameter for each member. */
export interface Unnested {
  /** The columns that the members are named after: `id, period_start`. */
  readonly columns: string;
  /** `unnest($2::text[], $3::date[]) as given (id, period_start)`. */
  readonly source: string;
  /** One array for each member, as PostgreSQL reads it. */
  readonly values: readonly string[];
}

/**
 * Turns rows into one array for each member: PostgreSQL takes them in nearly twice as fast as the same rows as JSON. Objects
 * become JSON. The source is called `given`, and its first parameter is `$2`, after the organization.
 */
export function unnested<Row>(rows: readonly Row[], types: MemberTypes<Row>): Unnested {
  const members = Object.entries(types) as [member: keyof Row & string, type: string][];
  const columns = members.map(([member]) => columnName(member)).join(", ");
  const arrays = members.map(([, type], index) => `$${index + 2}::${type}[]`).join(", ");
  return {
    columns,
    source: `unnest(${arrays}) as given (${columns})`,
    values: members.map(([member, type]) => {
      const cells = rows.map((row) => row[member] as Cell);
      return type.startsWith("json") ? documentArray(cells) : plainArray(cells);
    }),
  };
}

function columnName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a row holds: text in all its forms, numbers, and what becomes JSON. */
type Cell = string | number | boolean | object | null | undefined;

/** JSON writes a list as PostgreSQL reads an array, and natively, but for control characters: they are escaped in a way of its own. */
function plainArray(cells: readonly Cell[]): string {
  const list = JSON.stringify(cells);
  return list.includes("\\") ? `{${cells.map(element).join(",")}}` : arrayOf(list);
}

/** JSON text holds no control characters, so quoting it once more as JSON is always how an array quotes it, too. */
function documentArray(cells: readonly Cell[]): string {
  return arrayOf(JSON.stringify(cells.map((cell) => (typeof cell === "object" && cell ? JSON.stringify(cell) : cell))));
}

function arrayOf(list: string): string {
  return `{${list.slice(1, -1)}}`;
}

function element(cell: Cell): string {
  return typeof cell === "string" ? `"${cell.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(cell ?? null);
}
