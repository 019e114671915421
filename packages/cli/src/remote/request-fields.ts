import { readFile } from "node:fs/promises";
import { CommandError } from "../command.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface JsonObject {
  [name: string]: Json | JsonObject;
}

/** Names that would change the object's prototype. */
const FORBIDDEN = ["__proto__", "constructor", "prototype"];

/**
 * The body of a request: `--data` as JSON, from a file (`@FILE`) or standard input (`-`), and over it the fields.
 * `name=Acme` sets a text, `graceHours:=2` any JSON, and `billingAddress.city=Bonn` a member of a member. Undefined if
 * nothing was given.
 */
export async function readBody(data: string | undefined, fields: readonly string[]): Promise<Json | undefined> {
  const base = data === undefined ? undefined : parseJson(await readSource(data), "--data");
  if (fields.length === 0) return base;
  if (base !== undefined && !isObject(base)) {
    throw new CommandError("--data is not an object, so it cannot be combined with NAME=VALUE.", 2);
  }
  const body: JsonObject = structuredClone((base ?? {}) as JsonObject);
  for (const field of fields) place(body, field);
  return body;
}

/** Query parameters: `status=draft`, `limit=5`. Lists and objects, such as filters, are given as JSON text. */
export function readQuery(fields: readonly string[]): Record<string, string> {
  const entries = fields.map((field) => {
    const { path, value } = readField(field);
    return [path.join("."), typeof value === "string" ? value : JSON.stringify(value)] as const;
  });
  return Object.fromEntries(entries);
}

function readField(field: string): { path: string[]; value: Json } {
  const [, name, isJson, text] = /^([^=]+?)(:?)=(.*)$/s.exec(field) ?? [];
  if (name === undefined || text === undefined) {
    throw new CommandError(`"${field}" is not NAME=VALUE, nor NAME:=JSON.`, 2);
  }
  const path = name.split(".");
  if (path.some((part) => part === "" || FORBIDDEN.includes(part))) {
    throw new CommandError(`"${name}" is not a name of a member.`, 2);
  }
  return { path, value: isJson === ":" ? parseJson(text, name) : text };
}

function place(body: JsonObject, field: string): void {
  const { path, value } = readField(field);
  const last = path.pop() ?? "";
  let at = body;
  for (const part of path) {
    const next = (at[part] ??= {});
    if (!isObject(next)) throw new CommandError(`"${field}" sets a member of "${part}", which is not an object.`, 2);
    at = next as JsonObject;
  }
  at[last] = value;
}

async function readSource(data: string): Promise<string> {
  if (data !== "-" && !data.startsWith("@")) return data;
  // `readFile` takes the path of standard input, but no descriptor as a number.
  const source = data === "-" ? "/dev/stdin" : data.slice(1);
  try {
    return await readFile(source, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`--data cannot be read: ${reason}`, 2, { cause });
  }
}

function parseJson(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${name} is not JSON: ${reason}`, 2, { cause });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
