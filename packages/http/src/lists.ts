import { Decimal } from "@counterfoil/engine";
import {
  DomainError,
  type Fault,
  dayFault,
  isInstantOrDate,
  type ListField,
  type ListFields,
  type ListFieldType,
  type ListFilter,
  type ListOperator,
  type ListPage,
  type ListQuery,
  misreadName,
} from "@counterfoil/service";
import Type, { type TSchema } from "typebox";
import { record } from "./schemas/schema.ts";
import { escaped } from "./validation.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_PAGE = 1_000_000_000;

const FILTER_MEMBERS: readonly string[] = ["field", "operator", "value"];
const SORT_MEMBERS: readonly string[] = ["field", "order"];

const ALL: readonly ListOperator[] = ["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "exists"];
const OPERATORS: Record<ListFieldType, readonly ListOperator[]> = {
  text: [...ALL, "contains"],
  instant: ALL,
  decimal: ALL,
  integer: ALL,
  boolean: ["eq", "ne", "exists"],
  list: ["eq", "ne", "in", "nin", "contains", "exists"],
};

/** The query string as Fastify reads it: repeated names become lists. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads `page`, `limit`, `filters` and `sort` in every form of R-API-2 and R-API-3, or throws a 400 that names each
 * fault.
 */
export function readListQuery(
  raw: RawQuery,
  fields: ListFields,
  options: { unpagedByDefault?: boolean; filtersOnly?: boolean; further?: readonly string[] } = {},
): ListQuery {
  const faults: Fault[] = [];
  const unpaged = options.unpagedByDefault === true && raw["page"] === undefined && raw["limit"] === undefined;
  const page = readCount("page", raw["page"], 1, faults);
  const limit = readCount("limit", raw["limit"], DEFAULT_LIMIT, faults);
  const filters = readFilters(raw, fields, faults);
  const sort = readSort(raw, fields, faults);
  const own = options.filtersOnly === true ? ["filters"] : ["page", "limit", "filters", "sort"];
  for (const name of Object.keys(raw)) {
    const [base = ""] = name.split("[");
    if (own.includes(name) || (/^(filters|sort)\[/.test(name) && own.includes(base))) continue;
    faults.push(parameterFault(name, "unknown_parameter", unknownParameter(name, own, options.further ?? [])));
  }
  refuse(faults);
  return { page: Math.min(page, MAX_PAGE), limit: unpaged ? null : Math.min(limit, MAX_LIMIT), filters, sort };
}

function unknownParameter(name: string, own: readonly string[], further: readonly string[]): string {
  const [last, ...others] = own.toReversed();
  const taken = [...others.toReversed(), ...further].join(", ");
  return `${name} is not a parameter of this list. Use ${taken === "" ? "" : `${taken} or `}${last}.`;
}

/** The number of pages for `total` rows. An empty list has none. */
export function pageCount(total: number, query: ListQuery): number {
  return query.limit === null ? 1 : Math.ceil(total / query.limit);
}

function readCount(name: string, value: string | string[] | undefined, fallback: number, faults: Fault[]): number {
  if (value === undefined) return fallback;
  if (typeof value === "string" && /^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value);
  faults.push(parameterFault(name, "not_a_positive_integer", `${name} must be an integer of at least 1.`));
  return fallback;
}

function readFilters(raw: RawQuery, fields: ListFields, faults: Fault[]): ListFilter[] {
  const given = readStructure(raw, "filters", faults);
  if (given === undefined) return [];
  const entries = Array.isArray(given) ? given : isNumberedObject(given) ? Object.values(given) : undefined;
  if (entries === undefined) {
    faults.push(parameterFault("filters", "not_an_array", "filters must be an array of {field, operator, value}."));
    return [];
  }
  return entries.flatMap((entry, index) => readFilter(entry, `filters/${index}`, fields, faults) ?? []);
}

function readFilter(entry: unknown, at: string, fields: ListFields, faults: Fault[]): ListFilter | undefined {
  if (!isRecord(entry)) {
    faults.push(parameterFault(at, "not_an_object", "A filter must be an object {field, operator, value}."));
    return undefined;
  }
  const before = faults.length;
  for (const member of Object.keys(entry)) {
    if (FILTER_MEMBERS.includes(member)) continue;
    const detail = `${JSON.stringify(member)} is not a member of a filter. Use field, operator and value.`;
    faults.push(parameterFault(`${at}/${escaped(member)}`, "unknown_member", detail));
  }
  const field = readField(entry["field"], `${at}/field`, fields, faults);
  const given = entry["operator"] ?? "eq";
  const operator = (typeof given === "string" ? given : JSON.stringify(given)) as ListOperator;
  if (field === undefined) return undefined;
  const allowed = OPERATORS[field.type];
  if (!allowed.includes(operator)) {
    const detail =
      `The operator ${JSON.stringify(operator)} cannot be used on ${String(entry["field"])}. ` +
      `Use one of ${allowed.join(", ")}.`;
    faults.push(parameterFault(`${at}/operator`, "unknown_operator", detail));
    return undefined;
  }
  const value = readValue(entry["value"], { operator, type: field.type, at: `${at}/value`, faults });
  return value === undefined || faults.length > before ? undefined : { field: String(entry["field"]), operator, value };
}

function readField(name: unknown, at: string, fields: ListFields, faults: Fault[]): ListField | undefined {
  const field = typeof name === "string" && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) {
    const detail =
      `${JSON.stringify(name ?? null)} is not a field of this list. ` + `Use one of ${Object.keys(fields).join(", ")}.`;
    faults.push(parameterFault(at, "unknown_field", detail));
  }
  return field;
}

interface ExpectedValue {
  readonly operator: ListOperator;
  readonly type: ListFieldType;
  readonly at: string;
  readonly faults: Fault[];
}

function readValue(value: unknown, { operator, type, at, faults }: ExpectedValue): ListFilter["value"] | undefined {
  if (operator === "in" || operator === "nin") {
    const items = isNumberedObject(value)
      ? Object.values(value)
      : typeof value === "string"
        ? value.split(",")
        : [value].flat();
    const texts = items.map((item, index) => readScalar(item, type, `${at}/${index}`, faults));
    return texts.includes(undefined) ? undefined : (texts as string[]);
  }
  if (operator === "exists") return readBoolean(value ?? true, at, faults);
  return type === "boolean" ? readBoolean(value, at, faults) : readScalar(value, type, at, faults);
}

function readScalar(value: unknown, type: ListFieldType, at: string, faults: Fault[]): string | undefined {
  const text =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  const right =
    text !== undefined &&
    !text.includes("\0") &&
    text.isWellFormed() &&
    (type === "instant"
      ? isInstantOrDate(text)
      : type === "decimal" || type === "integer"
        ? Decimal.parse(text) !== undefined
        : true);
  if (right) return text;
  const wanted =
    { instant: "a timestamp or a date", decimal: "a number", integer: "a number" }[type as string] ?? "a string";
  const missingDay = type === "instant" && text !== undefined ? dayFault(text) : undefined;
  faults.push(parameterFault(at, "wrong_value", `The value ${missingDay ?? `must be ${wanted}`}.`));
  return undefined;
}

function readBoolean(value: unknown, at: string, faults: Fault[]): boolean | undefined {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  faults.push(parameterFault(at, "wrong_value", "The value must be true or false."));
  return undefined;
}

function readSort(raw: RawQuery, fields: ListFields, faults: Fault[]): ListQuery["sort"] {
  const given = readStructure(raw, "sort", faults);
  if (given === undefined) return null;
  const before = faults.length;
  const { field, order } = sortMembers(given, faults);
  readField(field, "sort/field", fields, faults);
  if (order !== "asc" && order !== "desc") {
    faults.push(parameterFault("sort/order", "unknown_order", "The order must be asc or desc."));
  }
  return faults.length > before ? null : { field: String(field), order: order as "asc" | "desc" };
}

/** `{field, order}`, `{<field>: "asc"}` or the text `field:order`. Every other member is a fault. */
function sortMembers(given: unknown, faults: Fault[]): { field: unknown; order: unknown } {
  if (typeof given === "string") {
    const [field, ...order] = given.split(":");
    return { field, order: order.length === 0 ? "asc" : order.join(":") };
  }
  if (!isRecord(given)) return { field: given, order: "asc" };
  const isNamed = "field" in given || "order" in given;
  const [first, ...others] = Object.entries(given);
  const unknown = isNamed
    ? Object.keys(given).filter((name) => !SORT_MEMBERS.includes(name))
    : others.map(([name]) => name);
  for (const name of unknown) {
    const detail = isNamed
      ? `${JSON.stringify(name)} is not a member of a sort. Use ${SORT_MEMBERS.join(" and ")}.`
      : `A list can be sorted by one field only. Remove ${JSON.stringify(name)}.`;
    faults.push(parameterFault(`sort/${escaped(name)}`, "unknown_member", detail));
  }
  return isNamed ? { field: given["field"], order: given["order"] ?? "asc" } : { field: first?.[0], order: first?.[1] };
}

/** The parameter, parsed from JSON text or from brackets. */
function readStructure(raw: RawQuery, name: "filters" | "sort", faults: Fault[]): unknown {
  const plain = raw[name];
  const bracketed = Object.keys(raw).find((key) => key.startsWith(`${name}[`));
  if (Array.isArray(plain) || (plain !== undefined && bracketed !== undefined)) {
    faults.push(parameterFault(name, "repeated", `Send ${name} only once, as JSON text or with brackets.`));
    return undefined;
  }
  if (plain !== undefined) {
    const text = plain;
    if (text === "") return undefined;
    if (name === "sort" && !/^\s*[{["]/.test(text)) return text;
    try {
      if (misreadName(text) === undefined) return JSON.parse(text) as unknown;
      faults.push(parameterFault(name, "malformed", "A member name must not be a single backslash."));
      return undefined;
    } catch {
      faults.push(parameterFault(name, "malformed", `${name} is not valid JSON. Send JSON text, or use brackets.`));
      return undefined;
    }
  }
  let structure: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith(`${name}[`)) continue;
    structure ??= Object.create(null) as Record<string, unknown>;
    const path = [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "");
    if (path.length > 4) {
      faults.push(parameterFault(key, "malformed", "The brackets are nested more than 4 levels deep."));
      continue;
    }
    place(structure, path, value);
  }
  return structure;
}

function place(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [step = "", ...rest] = path;
  if (rest.length === 0) {
    target[step] = value;
  } else if (rest.length === 1 && rest[0] === "") {
    target[step] = Array.isArray(value) ? value : [value];
  } else {
    const inner = isRecord(target[step]) ? target[step] : (Object.create(null) as Record<string, unknown>);
    target[step] = inner;
    place(inner, rest, value);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the value comes from `filters[0][…]=…&filters[1][…]=…`. */
function isNumberedObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));
}

function parameterFault(name: string, code: string, detail: string): Fault {
  return { pointer: `/${name}`, code, detail };
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw new DomainError("invalid_parameter", faults.map((fault) => fault.detail).join(" "), faults);
}

/** The wrapper that most lists share: `{items, pageCount, limit}`. */
export function paged<Item extends TSchema>(item: Item) {
  return record({ items: Type.Array(item), pageCount: Type.Integer(), limit: Type.Integer() });
}

/** A page in that wrapper. */
export function pageOf<Row>(page: ListPage<Row>, query: ListQuery): { items: Row[]; pageCount: number; limit: number } {
  return { items: page.rows, pageCount: pageCount(page.total, query), limit: query.limit ?? page.total };
}
