import { CommandError } from "../command.ts";
import type { Json } from "./request-fields.ts";

/** One request of a fixtures file. */
export interface Fixture {
  /** By which later requests refer to the response. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body: Json | undefined;
  /** Where it begins in the file. */
  readonly line: number;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const MEMBERS = ["name", "method", "path", "body"];
const REFERENCE = /\$\{([A-Za-z0-9_-]+):([^}]*)\}/g;
const WHOLE = /^\$\{([A-Za-z0-9_-]+):([^}]*)\}$/;

/** The requests of a parsed file, or all of its faults. */
export function readFixtures(content: unknown, lineOf: (index: number) => number): Fixture[] {
  const listed = isObject(content) ? content["requests"] : undefined;
  if (!Array.isArray(listed) || listed.length === 0) {
    throw new CommandError(
      "The file has no requests. It must have a member `requests`, a list of {name, method, path, body}.",
      2,
    );
  }
  const faults: string[] = [];
  const names = new Set<string>();
  const fixtures = listed.map((entry: unknown, index): Fixture => {
    const given = isObject(entry) ? entry : {};
    const { name = `request${index + 1}`, method = "POST", path } = given;
    const fault = (text: string) => faults.push(`  line ${lineOf(index)}: ${text}`);
    if (!isObject(entry)) fault("a request is an object {name, method, path, body}");
    for (const member of Object.keys(given)) if (!MEMBERS.includes(member)) fault(`unknown member "${member}"`);
    if (typeof name !== "string" || !/^[A-Za-z0-9_-]+$/.test(name)) fault("name must be letters, digits, - and _");
    else if (names.has(name)) fault(`there are two requests with the name "${name}"`);
    const known = METHODS.find((one) => one === String(method).toUpperCase());
    if (known === undefined) fault(`method is "${String(method)}"; expected ${METHODS.join(", ")}`);
    if (typeof path !== "string" || !path.startsWith("/")) fault("path is missing, or does not begin with /");
    const fixture = {
      name: String(name),
      method: known ?? "POST",
      path: String(path),
      body: given["body"] as Json,
      line: lineOf(index),
    };
    for (const used of referencesIn([fixture.path, fixture.body ?? null])) {
      if (!names.has(used)) fault(`\${${used}:…} refers to no earlier request`);
    }
    names.add(fixture.name);
    return fixture;
  });
  if (faults.length === 0) return fixtures;
  throw new CommandError(`The file has ${faults.length === 1 ? "a fault" : "faults"}:\n${faults.join("\n")}`, 2);
}

/**
 * Replaces `${name:member.0.member}` by what the response of an earlier request has there. A text that is only a
 * reference becomes the value itself, which may be a number or an object.
 */
export function resolveReferences(value: Json, responses: ReadonlyMap<string, Json>): Json {
  if (typeof value === "string") {
    const [, name, path] = WHOLE.exec(value) ?? [];
    if (name !== undefined && path !== undefined) return lookUp(responses, name, path);
    return value.replace(REFERENCE, (_all, from: string, at: string) => {
      const found = lookUp(responses, from, at);
      return typeof found === "string" ? found : JSON.stringify(found);
    });
  }
  if (Array.isArray(value)) return value.map((item: Json) => resolveReferences(item, responses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, responses)]));
}

function lookUp(responses: ReadonlyMap<string, Json>, name: string, path: string): Json {
  let at: Json | undefined = responses.get(name);
  for (const part of path.split(".").filter((one) => one !== "")) {
    at =
      typeof at === "object" && at !== null && Object.hasOwn(at, part) ? (at as Record<string, Json>)[part] : undefined;
  }
  if (at === undefined) throw new CommandError(`\${${name}:${path}}: the response of "${name}" has no such member.`);
  return at;
}

function referencesIn(value: Json): string[] {
  return [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name = ""]) => name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
