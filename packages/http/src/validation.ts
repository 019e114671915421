import { DomainError, type Fault, isEmailAddress, isInstantOrDate } from "@counterfoil/service";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { decimalFormats, isNumber } from "./decimal-formats.ts";
import { JUDGED_LATER } from "./schemas/schema.ts";
import { formatWords, MOMENTS, PATTERN_WORDS } from "./value-words.ts";

/** Nothing is coerced or removed: the check sees what the caller sent, and reports every wrong field at once. */
const ajv = new Ajv({ allErrors: true, coerceTypes: false, removeAdditional: false, strict: false, verbose: true });
ajv.addFormat("instant-or-date", { type: "string", validate: isInstantOrDate });
for (const [format, { accepts }] of Object.entries(decimalFormats)) {
  ajv.addFormat(format, { type: "string", validate: accepts });
}
ajv.addFormat("date-time", { type: "string", validate: isInstantOrDate });
ajv.addFormat("date", {
  type: "string",
  validate: (text: string) => text.length === "2024-01-31".length && isInstantOrDate(text),
});
for (const [format, words] of Object.entries(MOMENTS)) {
  ajv.addFormat(format, { type: "string", validate: (text: string) => words.includes(text) || isInstantOrDate(text) });
}
ajv.addFormat("uri", { type: "string", validate: (text: string) => URL.canParse(text) });
ajv.addFormat("email", { type: "string", validate: isEmailAddress });

const MAX_DEPTH = 32;
/** More values than any body needs, but few enough to check immediately. */
const MAX_VALUES = 50_000;
/** The number of faults that a response names at most. */
export const MAX_FAULTS = 1_000;

/**
 * The check of a body. It returns every wrong field, and throws a 400 for a body that is nested too deeply or has too
 * many values.
 */
export function bodyCheck(schema: TSchema): (body: unknown) => Fault[] {
  const validate = onFirstUse(() => ajv.compile(judgedHere(schema) as object));
  return (body) => unstorableText(body).concat(schemaFaults(validate(), body)).slice(0, MAX_FAULTS);
}

/**
 * There are hundreds of checks, and compiling them all would take most of the startup time, so each is compiled on
 * first use.
 */
function onFirstUse(compile: () => ValidateFunction): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= compile());
}

/** The schema without the parts that are only documentation. */
function judgedHere(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(judgedHere);
  if (typeof schema !== "object" || schema === null) return schema;
  if (JUDGED_LATER in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, judgedHere(value)]));
}

/** The check of path and query parameters: a 400 that names each wrong parameter. */
export function parameterCheck(schema: TSchema): (parameters: unknown) => void {
  const validate = onFirstUse(() => ajv.compile(schema));
  return (parameters) => {
    const faults = [...unstorableText(parameters), ...schemaFaults(validate(), parameters)];
    if (faults.length === 0) return;
    const names = faults.map((fault) => fault.pointer.slice(1)).join(", ");
    throw new DomainError("invalid_parameter", `Missing or invalid parameters: ${names}. See errors.`, faults);
  };
}

function schemaFaults(validate: ValidateFunction, value: unknown): Fault[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(toFault);
}

function toFault(error: ErrorObject): Fault {
  const at = error.instancePath;
  const parameters = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return fault(`${at}/${escaped(parameters["missingProperty"])}`, "required", "is required");
    case "additionalProperties":
      return fault(
        `${at}/${escaped(parameters["additionalProperty"])}`,
        "unknown_member",
        "cannot be set here. Check the name, or leave it out",
      );
    case "enum":
      return fault(at, "not_allowed", `must be one of ${allowedWords(parameters["allowedValues"] as unknown[])}`);
    case "type":
      return fault(at, "wrong_type", `must be of type ${[parameters["type"]].flat().join(" or ")}`);
    case "format":
      return (
        decimalFault(at, error) ?? fault(at, "wrong_format", formatWords(String(parameters["format"]), error.data))
      );
    case "pattern": {
      const pattern = String(parameters["pattern"]);
      return fault(at, "wrong_format", PATTERN_WORDS[pattern] ?? `must match ${pattern}`);
    }
    default: {
      const code = error.keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const words = LIMIT_WORDS[error.keyword]?.(Number(parameters["limit"]));
      return fault(at, code, words ?? error.message ?? "is invalid");
    }
  }
}

/** What a value must have, by the keyword of JSON Schema that limits it. */
const LIMIT_WORDS: Readonly<Record<string, (limit: number) => string>> = {
  minLength: (limit) => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} ${limit === 1 ? "character" : "characters"}`,
  minItems: (limit) => `must have at least ${limit} ${limit === 1 ? "entry" : "entries"}`,
  maxItems: (limit) => `must have at most ${limit} ${limit === 1 ? "entry" : "entries"}`,
  minProperties: (limit) => `must have at least ${limit} ${limit === 1 ? "member" : "members"}`,
  maxProperties: (limit) => `must have at most ${limit} ${limit === 1 ? "member" : "members"}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  uniqueItems: () => "must not contain the same entry twice",
};

/** The allowed words as listed in an error. Null is not one of them: it clears a field that may be cleared. */
function allowedWords(values: readonly unknown[]): string {
  return values.filter((value) => value !== null && value !== "").join(", ");
}

/** Distinguishes a number with too many digits from a value that is not a number. */
function decimalFault(at: string, { params, data }: ErrorObject): Fault | undefined {
  const format = decimalFormats[String((params as Record<string, unknown>)["format"])];
  if (format === undefined) return undefined;
  if (typeof data === "string" && isNumber(data)) return fault(at, "out_of_range", `must have ${format.range}`);
  return fault(at, "wrong_format", `must be a decimal string such as "10.50", with ${format.range}`);
}

function fault(pointer: string, code: string, detail: string): Fault {
  const subject = pointer === "" ? "The body" : pointer.slice(pointer.lastIndexOf("/") + 1);
  return { pointer, code, detail: `${subject} ${detail}.` };
}

/** A member's name as a step of a JSON pointer. */
export function escaped(member: unknown): string {
  return String(member).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A place in a body. Its pointer is written only for a fault. */
interface Place {
  readonly parent: Place | null;
  readonly member: string;
}

function pointerOf(place: Place | null): string {
  return place === null ? "" : `${pointerOf(place.parent)}/${escaped(place.member)}`;
}

/** NUL and lone surrogates cannot be stored as text. The depth is limited so that it cannot exhaust the stack. */
function unstorableText(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const pending: { value: unknown; place: Place | null; depth: number }[] = [{ value: root, place: null, depth: 0 }];
  let values = 0;
  const refuse = (place: Place | null) =>
    faults.push(
      fault(pointerOf(place), "unstorable_character", "must not contain a NUL character or an unpaired surrogate"),
    );
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, place, depth } = next;
    if (typeof value === "string") {
      if (!isStorable(value)) refuse(place);
    } else if (typeof value === "object" && value !== null) {
      if (depth === MAX_DEPTH) {
        throw new DomainError("malformed_request", `The body is nested more than ${MAX_DEPTH} levels deep.`);
      }
      const members = Object.entries(value);
      values += members.length;
      if (values > MAX_VALUES) {
        throw new DomainError(
          "malformed_request",
          `The body has more than ${MAX_VALUES} values, which is the maximum.`,
        );
      }
      for (const [member, child] of members) {
        const at = { parent: place, member };
        if (!isStorable(member)) refuse(at);
        pending.push({ value: child, place: at, depth: depth + 1 });
      }
    }
  }
  return faults;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
