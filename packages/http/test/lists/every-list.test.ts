import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, describe, expect, test } from "vitest";
import { type DocumentedList, documentedLists } from "./documented-lists.ts";
import { type Filter, filterForms, sortForms } from "./query-forms.ts";
import { fillLists } from "./fill-lists.ts";

// The lists come from the OpenAPI document: a new list is covered automatically as soon as it has rows.

let api: Api;
/** The paths of lists that belong to a resource. */
let belonging: Record<string, string> = {};
const lists = await documentedLists((await environment()).api(""));
const paged = lists.filter((list) => list.takesFilters);

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ graceHours: 0 }));
  belonging = await fillLists(api);
});

function pathOf(list: DocumentedList): string {
  const path = belonging[list.path] ?? list.path;
  expect(path, "a list of a resource needs its path in fill-lists.ts").not.toContain("{");
  return path;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
}

/** The response of a list: its rows and the numbers around them. */
async function read(list: DocumentedList, query: string): Promise<{ rows: Json[]; body: Json }> {
  const body = await api.get(`${pathOf(list)}?${query}`);
  return { rows: body[list.rows] as Json[], body };
}

async function everyRow(list: DocumentedList, query = ""): Promise<Json[]> {
  const { rows } = await read(list, `limit=100&${query}`);
  expect(rows.length, `${list.path} has more rows than a page`).toBeLessThan(100);
  return rows;
}

async function refusal(list: DocumentedList, query: string): Promise<Problem> {
  const answer = await api.request<Problem>("GET", `${pathOf(list)}?${query}`);
  expect([query, answer.status, answer.body.code]).toEqual([query, 400, "invalid_parameter"]);
  expect(answer.headers.get("Content-Type")).toContain("application/problem+json");
  return answer.body;
}

/** `aggregation.method` of a row. */
function valueOf(row: Json, field: string): unknown {
  return field.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);
}

/** A value as written in a query. */
function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What identifies a row: its ID, or the name that the caller gave it. */
function keyOf(row: Json): string {
  return written(row.id ?? row["uniqueId"]);
}

const keysOf = (rows: readonly Json[]): string[] => rows.map(keyOf);
const sorted = (keys: readonly string[]): string[] => keys.toSorted();

type FieldType = "text" | "instant" | "number" | "boolean" | "list";

/**
 * The type of a field, derived from the errors for an operator and a value: they list everything that is allowed
 * (R-API-3).
 */
async function fieldType(list: DocumentedList, field: string): Promise<FieldType> {
  const problem = await refusal(list, filterForms([{ field, operator: "like", value: "x" }])[0]!);
  const allowed = / takes (.+)\.$/.exec(problem.errors[0]?.detail ?? "")?.[1]?.split(", ") ?? [];
  expect(problem.errors, `${list.path} ${field}`).toMatchObject([{ pointer: "/filters/0/operator" }]);
  if (!allowed.includes("in")) return "boolean";
  if (!allowed.includes("gt")) return "list";
  if (allowed.includes("contains")) return "text";
  const wrong = await refusal(list, filterForms([{ field, operator: "eq", value: "x" }])[0]!);
  return wrong.errors[0]?.detail.includes("number") === true ? "number" : "instant";
}

test("the document contains lists, and each of them accepts page, limit, filters and sort (R-API-2, R-API-3)", () => {
  expect(paged.length).toBeGreaterThanOrEqual(10);
  expect(lists.filter((list) => !list.takesFilters).map((list) => list.path)).toEqual([]);
  for (const list of paged) expect(list.fields, list.path).not.toEqual([]);
});

describe.each(paged.map((list) => [list.path, list] as const))("GET %s", (_path, list) => {
  test("has rows, and returns them in pages without overlaps or gaps", async () => {
    const all = await everyRow(list);
    expect(all.length, "fill the list in fill-lists.ts").toBeGreaterThanOrEqual(2);
    const paging = async (limit: number, query = "") => {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / limit); page += 1) {
        const { rows, body } = await read(list, `page=${page}&limit=${limit}&${query}`);
        if (list.hasPageCount) expect(body["pageCount"]).toBe(Math.ceil(all.length / limit));
        if (list.hasLimit) expect(body["limit"]).toBe(limit);
        seen.push(...keysOf(rows));
      }
      return seen;
    };
    expect(await paging(2)).toEqual(keysOf(all));
    for (const field of list.fields) {
      // Many rows share a value; the ID decides their order (R-API-3).
      for (const order of ["asc", "desc"] as const) {
        const [form = ""] = sortForms({ field, order });
        expect(await paging(3, form), `${field} ${order}`).toEqual(keysOf(await everyRow(list, form)));
      }
    }
  });

  test("sorts, and treats every form of a sort the same", async () => {
    for (const field of list.fields) {
      for (const order of ["asc", "desc"] as const) {
        const [first, ...rest] = await Promise.all(sortForms({ field, order }).map((form) => everyRow(list, form)));
        for (const other of rest) expect(keysOf(other), field).toEqual(keysOf(first!));
        const type = await fieldType(list, field);
        const values = first!
          .map((row) => valueOf(row, field))
          .filter((value) => value !== null && value !== undefined);
        if (type === "text" || type === "list" || type === "boolean") continue;
        const numbers = values.map((value) => (type === "number" ? Number(value) : Date.parse(written(value))));
        const ordered = numbers.toSorted((a, b) => (order === "asc" ? a - b : b - a));
        expect(numbers, `${field} ${order}`).toEqual(ordered);
      }
    }
  });

  test("filters every field by every operator that it accepts, in every form", async () => {
    const all = await everyRow(list);
    const matching = async (filters: readonly Filter[]): Promise<Set<string>> => {
      const [first, ...rest] = await Promise.all(filterForms(filters).map((form) => everyRow(list, form)));
      for (const other of rest) expect(keysOf(other), JSON.stringify(filters)).toEqual(keysOf(first!));
      return new Set(keysOf(first!));
    };
    for (const field of list.fields) {
      const type = await fieldType(list, field);
      // Fields that a row does not show can only be used in filters.
      if (all.every((row) => valueOf(row, field) === undefined)) {
        await matching([{ field, operator: "exists", value: "true" }]);
        continue;
      }
      const holds = (test: (value: unknown) => boolean) =>
        new Set(all.filter((row) => test(valueOf(row, field))).map(keyOf));
      const isSet = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
      const note = `${list.path} ${field}`;
      const present = await matching([{ field, operator: "exists", value: "true" }]);
      expect(present, `${note} exists`).toEqual(holds(isSet));
      expect(await matching([{ field, operator: "exists", value: "false" }])).toEqual(holds((value) => !isSet(value)));

      const sample = all
        .map((row) => [valueOf(row, field)].flat()[0])
        .find((value) => value !== null && value !== undefined);
      if (sample === undefined) continue;
      const same = (value: unknown) =>
        type === "instant"
          ? Date.parse(written(value)) === Date.parse(written(sample))
          : type === "number"
            ? Number(value) === Number(sample)
            : value === sample;
      const has = (value: unknown) => isSet(value) && [value].flat().some(same);
      const where = (operator: string, value: unknown = written(sample)) => matching([{ field, operator, value }]);
      expect(await where("eq"), `${note} eq ${written(sample)}`).toEqual(holds(has));
      expect(await where("ne"), `${note} ne`).toEqual(holds((value) => !has(value)));
      if (type === "boolean") continue;
      expect(await where("in", [written(sample)]), `${note} in`).toEqual(holds(has));
      expect(await where("nin", [written(sample)]), `${note} nin`).toEqual(holds((value) => !has(value)));
      if (type === "list" || type === "text") {
        const part = written(sample).slice(1, 4).toUpperCase();
        const contains = (value: unknown) =>
          [value].flat().some((one) => typeof one === "string" && one.toUpperCase().includes(part));
        expect(await where("contains", part), `${note} contains`).toEqual(holds(contains));
      }
      if (type === "list") continue;
      const [above, atLeast, below, atMost] = [
        await where("gt"),
        await where("gte"),
        await where("lt"),
        await where("lte"),
      ];
      // Each row with a value is below, equal or above, and only one of them.
      expect(sorted([...above, ...below, ...holds(has)]), `${note} gt, lt, eq`).toEqual(sorted([...present]));
      expect(sorted([...atLeast]), `${note} gte`).toEqual(sorted([...above, ...holds(has)]));
      expect(sorted([...atMost]), `${note} lte`).toEqual(sorted([...below, ...holds(has)]));
      if (type === "instant") {
        const later = (value: unknown) => isSet(value) && Date.parse(written(value)) > Date.parse(written(sample));
        expect(above, `${note} gt`).toEqual(holds(later));
      }
    }
  });

  test("joins several filters with and", async () => {
    const [field = ""] = list.fields;
    const [first] = await everyRow(list);
    const value = written(valueOf(first!, field));
    const both = [
      { field, operator: "eq", value },
      { field, operator: "ne", value },
    ];
    for (const form of filterForms(both)) expect(await everyRow(list, form)).toEqual([]);
  });

  test("reads page and limit exactly: from 1, at most 100, ten by default", async () => {
    const all = await everyRow(list);
    const { rows, body } = await read(list, "limit=5000");
    expect(rows).toHaveLength(all.length);
    if (list.hasLimit) expect(body["limit"]).toBe(100);
    const plain = await read(list, "");
    if (list.hasLimit) expect(plain.body["limit"]).toBe(10);
    const isWholeByDefault = !list.hasPageCount;
    expect(plain.rows).toHaveLength(isWholeByDefault ? all.length : Math.min(all.length, 10));
    expect((await read(list, "page=1000")).rows).toEqual([]);
    for (const wrong of ["0", "-1", "1.5", "ten", "", "1e3", "0x10", "%00", "99999999999999999999"]) {
      for (const name of ["page", "limit"]) {
        const problem = await refusal(list, `${name}=${wrong}`);
        expect(problem.errors).toMatchObject([{ pointer: `/${name}` }]);
      }
    }
    expect((await refusal(list, "page=1&page=2")).errors).toMatchObject([{ pointer: "/page" }]);
  });

  test("names what it does not know and lists what it accepts", async () => {
    const unknownField = await refusal(list, filterForms([{ field: "shoeSize", operator: "eq", value: "43" }])[0]!);
    expect(unknownField.errors).toMatchObject([{ pointer: "/filters/0/field", code: "unknown_field" }]);
    for (const field of list.fields) expect(unknownField.errors[0]?.detail).toContain(field);
    const unknownSort = await refusal(list, "sort=shoeSize:asc");
    for (const field of list.fields) expect(unknownSort.errors[0]?.detail).toContain(field);
    expect((await refusal(list, `sort=${list.fields[0]}:sideways`)).errors).toMatchObject([{ pointer: "/sort/order" }]);
    expect((await refusal(list, "colour=red")).errors).toMatchObject([{ pointer: "/colour" }]);
    for (const filters of ["[", "{}", '"x"', "[1]", '[{"field":"id","operator":"eq","value":"x","not":true}]']) {
      const problem = await refusal(list, `filters=${encodeURIComponent(filters)}`);
      expect(problem.errors[0]?.pointer).toMatch(/^\/filters/);
    }
    for (const sort of ["{", "[]", "{}", '{"a":"asc","b":"asc"}']) {
      expect((await refusal(list, `sort=${encodeURIComponent(sort)}`)).errors[0]?.pointer).toMatch(/^\/sort/);
    }
    // An unknown part of an otherwise valid sort is named, not ignored.
    const [field = ""] = list.fields;
    const malformed: [query: string, pointer: string][] = [
      [`sort=${encodeURIComponent(JSON.stringify({ field, order: "asc", nulls: "first" }))}`, "/sort/nulls"],
      [`sort=${encodeURIComponent(JSON.stringify({ field, direction: "desc" }))}`, "/sort/direction"],
      [`sort=${encodeURIComponent(JSON.stringify({ [field]: "asc", shoeSize: "asc" }))}`, "/sort/shoeSize"],
      [`sort[field]=${field}&sort[direction]=desc`, "/sort/direction"],
      [`sort=${field}:asc:${field}`, "/sort/order"],
      [`sort=${field}:asc&sort[order]=desc`, "/sort"],
      [`sort=${field}:asc&sort=${field}:desc`, "/sort"],
      [`filters=[]&filters=[]`, "/filters"],
      [`filters[0][field]=${field}&filters[0][op]=exists&filters[0][operator]=exists`, "/filters/0/op"],
    ];
    for (const [query, pointer] of malformed)
      expect((await refusal(list, query)).errors, query).toMatchObject([{ pointer }]);
  });

  test("names every fault at once, not only the first", async () => {
    const filters = encodeURIComponent(
      JSON.stringify([{ field: "shoeSize" }, { field: list.fields[0], operator: "like" }]),
    );
    const problem = await refusal(list, `page=0&limit=x&sort=shoeSize:asc&colour=red&filters=${filters}`);
    expect(problem.errors.map((error) => error.pointer).toSorted()).toEqual([
      "/colour",
      "/filters/0/field",
      "/filters/1/operator",
      "/limit",
      "/page",
      "/sort/field",
    ]);
  });

  test("accepts any text as a value, and never as SQL", async () => {
    const all = await everyRow(list);
    for (const field of list.fields) {
      if ((await fieldType(list, field)) !== "text") continue;
      for (const value of ["'; drop table account; --", "%", "_", "\\", "💶", "a".repeat(2_000)]) {
        const rows = await everyRow(list, filterForms([{ field, operator: "contains", value }])[0]);
        const expected = all.filter((row) => written(valueOf(row, field) ?? "").includes(value));
        if (all.some((row) => valueOf(row, field) !== undefined)) expect(keysOf(rows)).toEqual(keysOf(expected));
      }
    }
  });
});
