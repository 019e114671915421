import { CommandError } from "../command.ts";

/** What a column of a CSV file contains: a member of the event, or a property. */
export type CsvColumn =
  | { readonly kind: "member"; readonly name: EventMember }
  | { readonly kind: "cost"; readonly name: "amount" | "currency" }
  | { readonly kind: "property"; readonly name: string };

const MEMBERS = ["uniqueId", "account", "eventName", "timestamp"] as const;
type EventMember = (typeof MEMBERS)[number];

/** What the event costs the organization. */
export const COST_COLUMNS = ["cost.amount", "cost.currency"];

const PROPERTY = "properties.";

/** Maps the name of a member, or `properties.<name>`, to its column. */
export type ColumnMapping = ReadonlyMap<string, string>;

/** Parses `account=customer_id`. Throws if a mapping is invalid or a member or column occurs twice. */
export function readMapping(given: readonly string[]): ColumnMapping {
  const mapping = new Map<string, string>();
  for (const text of given) {
    const [target = "", ...rest] = text.split("=");
    const column = rest.join("=");
    if (column === "") throw new CommandError(`--map ${text}: expected MEMBER=COLUMN, such as account=customer_id.`, 2);
    if (!isTarget(target)) {
      throw new CommandError(`--map ${text}: the name before "=" must be ${MEMBERS.join(", ")} or ${PROPERTY}NAME.`, 2);
    }
    const isTwice = mapping.has(target) || [...mapping.values()].includes(column);
    if (isTwice) throw new CommandError(`--map ${text}: this column or member is already mapped.`, 2);
    mapping.set(target, column);
  }
  return mapping;
}

function isTarget(text: string): boolean {
  return isMember(text) || COST_COLUMNS.includes(text) || (text.startsWith(PROPERTY) && text.length > PROPERTY.length);
}

/**
 * Determines what each column of the header contains. A column that does not name a member is a property:
 * `properties.calls` and `calls` mean the same.
 *
 * @throws CommandError that lists every fault of the header
 */
export function readColumns(header: readonly string[], mapping: ColumnMapping): CsvColumn[] {
  const targets = new Map([...mapping].map(([target, column]) => [column, target]));
  const columns = header.map((column): CsvColumn => columnOf(targets.get(column) ?? column));
  const faults = [
    ...[...targets.keys()].filter((column) => !header.includes(column)).map(mappedToNothing),
    ...missing(header, columns),
    ...header.filter((name, index) => looksLikeAnother(name, columns[index], columns)).map(lookAlike),
    ...columns.filter((column, index) => columns.findIndex((other) => isEqual(column, other)) < index).map(twice),
    ...(columns.some(({ name }) => name === "") ? ["A column has no name."] : []),
  ];
  if (faults.length === 0) return columns;
  const head = `The first row, ${JSON.stringify(header.join(",").slice(0, 200))}, does not name the columns of events:`;
  throw new CommandError([head, ...[...new Set(faults)].map((fault) => `  ${fault}`)].join("\n"), 2);
}

function columnOf(name: string): CsvColumn {
  if (isMember(name)) return { kind: "member", name };
  if (name === "cost.amount") return { kind: "cost", name: "amount" };
  if (name === "cost.currency") return { kind: "cost", name: "currency" };
  return { kind: "property", name: name.startsWith(PROPERTY) ? name.slice(PROPERTY.length) : name };
}

function isMember(name: string): name is EventMember {
  return MEMBERS.some((member) => member === name);
}

/** The timestamp is optional, because an event without one happens now; every other member is required. */
function missing(header: readonly string[], columns: readonly CsvColumn[]): string[] {
  const names = MEMBERS.filter(
    (name) => name !== "timestamp" && !columns.some((column) => isMemberColumn(column, name)),
  );
  if (names.length === 0) return [];
  const hint = header.length === 1 ? " Columns are separated by commas; for NDJSON, use --format ndjson." : "";
  return [`There is no column ${names.join(", ")}. Name the right one with --map ${names[0]}=COLUMN.${hint}`];
}

/** Detects `Timestamp` or `unique_id`, which would otherwise become a property, with every event happening now. */
function looksLikeAnother(name: string, column: CsvColumn | undefined, columns: readonly CsvColumn[]): boolean {
  if (column?.kind !== "property" || name.startsWith(PROPERTY)) return false;
  const member = memberLike(name);
  return member !== undefined && !columns.some((other) => isMemberColumn(other, member));
}

function memberLike(name: string): EventMember | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  return MEMBERS.find((member) => plain(member) === plain(name));
}

function isMemberColumn(column: CsvColumn, name: EventMember): boolean {
  return column.kind === "member" && column.name === name;
}

function isEqual(one: CsvColumn, other: CsvColumn): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function lookAlike(name: string): string {
  return `Is ${JSON.stringify(name)} the ${memberLike(name)}? If so, use --map ${memberLike(name)}=${name}.`;
}

function mappedToNothing(column: string): string {
  return `--map names the column ${JSON.stringify(column)}, which does not exist.`;
}

function twice({ name }: CsvColumn): string {
  return `More than one column is named ${JSON.stringify(name)}.`;
}
