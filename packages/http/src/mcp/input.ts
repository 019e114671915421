import { propertiesOf } from "../route-schema.ts";
import type { Route } from "../route.ts";
import { ToolFailure } from "./tool-failure.ts";

/** The input of a tool for an operation: parameters of its path and query, and members of its body, in one object. */
export type OperationInput = Readonly<Record<string, unknown>>;

const LIST_PARAMETERS = ["page", "limit", "filters", "sort"];

/** The request that the input makes. Unknown members go into the body or the query, where the API refuses them by name. */
export function requestOf(route: Route, input: OperationInput): { url: string; body: OperationInput | undefined } {
  const inPath = pathParameters(route);
  const query = new Set(queryParameters(route));
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(pathValue(route, input, name)),
  );
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const isAsked = (name: string) => route.method === "GET" || query.has(name);
  const asked = rest.filter(([name, value]) => isAsked(name) && value !== null);
  const search = new URLSearchParams(
    asked.map(([name, value]): [string, string] => [name, queryText(name, value)]),
  ).toString();
  const body = Object.fromEntries(rest.filter(([name]) => !isAsked(name)));
  const hasBody = route.method !== "GET" && (route.body !== undefined || Object.keys(body).length > 0);
  return { url: search === "" ? path : `${path}?${search}`, body: hasBody ? body : undefined };
}

export function pathParameters({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

export function queryParameters({ query, list }: Route): string[] {
  const listed = list === undefined ? [] : list.filtersOnly === true ? ["filters"] : LIST_PARAMETERS;
  return [...listed, ...Object.keys(propertiesOf(query))];
}

function pathValue({ operationId }: Route, input: OperationInput, name: string): string {
  const value = input[name];
  if (typeof value === "string" && value !== "") return value;
  throw new ToolFailure(`${operationId} needs ${name}, a string. Add it to input.`);
}

function queryText(name: string, value: unknown): string {
  if (name === "filters") return JSON.stringify(Array.isArray(value) ? value : filtersOf(value));
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `{"status": "overdue", "total": {"gt": "100"}}` as the filters of a list. */
function filtersOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).flatMap(([field, wanted]: [string, unknown]) => {
    if (Array.isArray(wanted)) return [{ field, operator: "in", value: wanted }];
    if (typeof wanted !== "object" || wanted === null) {
      return [wanted === null ? { field, operator: "exists", value: false } : { field, operator: "eq", value: wanted }];
    }
    return Object.entries(wanted).map(([operator, bound]: [string, unknown]) => ({ field, operator, value: bound }));
  });
}
