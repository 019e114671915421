import { DomainError, type Fault, isInstantOrDate } from "@counterfoil/service";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { decimalFormats, isNumber } from "./decimal-formats.ts";
import { JUDGED_LATER } from "./schemas/schema.ts";

/** Nothing is coerced and nothing stripped: what a caller sent is what is judged, every wrong member at once. */
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
/** The words that a moment may be written with, by the name of their format; a timestamp or a date always may. */
const MOMENTS: Record<string, readonly string[]> = {
  "change-moment": ["now", "period_end"],
  "cancel-moment": ["now", "period_end", "contract_end"],
  "resume-moment": ["now"],
};
for (const [format, words] of Object.entries(MOMENTS)) {
  ajv.addFormat(format, { type: "string", validate: (text: string) => words.includes(text) || isInstantOrDate(text) });
}
ajv.addFormat("uri", { type: "string", validate: (text: string) => URL.canParse(text) });
ajv.addFormat("email", { type: "string", validate: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) });

const FORMAT_HINTS: Record<string, string> = {
  "instant-or-date": "must be an ISO 8601 timestamp with offset (2024-01-31T08:00:00Z) or a date (2024-01-31)",
  "date-time": "must be an ISO 8601 timestamp with offset (2024-01-31T08:00:00Z)",
  date: "must be a date (2024-01-31)",
  ...Object.fromEntries(
    Object.entries(MOMENTS).map(([format, words]) => [
      format,
      `must be ${words.join(", ")}, an ISO 8601 timestamp with offset or a date`,
    ]),
  ),
  uri: "must be an absolute address such as https://example.com/terms",
  email: "must be an e-mail address",
};

const MAX_DEPTH = 32;
/** More than any body needs, and few enough to be judged at once. */
const MAX_VALUES = 50_000;
/** What an answer names of a body in which nearly everything is wrong. */
export const MAX_FAULTS = 1_000;

/** The check of a body. It answers every wrong member, and throws a 400 for what is nested too deep or holds too much. */
export function bodyCheck(schema: TSchema): (body: unknown) => Fault[] {
  const validate = onFirstUse(() => ajv.compile(judgedHere(schema) as object));
  return (body) => unstorableText(body).concat(schemaFaults(validate(), body)).slice(0, MAX_FAULTS);
}

/** There are hundreds of checks, and compiling them all takes longer than anything else in a start: each waits for its first caller. */
function onFirstUse(compile: () => ValidateFunction): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= compile());
}

/** The schema without the parts that only describe. */
function judgedHere(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(judgedHere);
  if (typeof schema !== "object" || schema === null) return schema;
  if (JUDGED_LATER in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, judgedHere(value)]));
}

/** The check of path and query parameters: a 400 that names each. */
export function parameterCheck(schema: TSchema): (parameters: unknown) => void {
  const validate = onFirstUse(() => ajv.compile(schema));
  return (parameters) => {
    const faults = [...unstorableText(parameters), ...schemaFaults(validate(), parameters)];
    if (faults.length === 0) return;
    const names = faults.map((fault) => fault.pointer.slice(1)).join(", ");
    throw new DomainError("invalid_parameter", `Wrong parameters: ${names}.`, faults);
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
        "is not a member that can be written here",
      );
    case "enum":
      return fault(at, "not_allowed", `must be one of ${allowedWords(parameters["allowedValues"] as unknown[])}`);
    case "type":
      return fault(at, "wrong_type", `must be of type ${[parameters["type"]].flat().join(" or ")}`);
    case "format":
      return (
        decimalFault(at, error) ??
        fault(at, "wrong_format", FORMAT_HINTS[String(parameters["format"])] ?? "has the wrong format")
      );
    case "pattern":
      return fault(at, "wrong_format", `must match ${String(parameters["pattern"])}`);
    default:
      return fault(
        at,
        error.keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        error.message ?? "is wrong",
      );
  }
}

/** The words of a closed set as a message lists them. Null is none of them: it clears a member that may be cleared. */
function allowedWords(values: readonly unknown[]): string {
  return values.filter((value) => value !== null && value !== "").join(", ");
}

/** A number that has too many digits is told from what is no number. */
function decimalFault(at: string, { params, data }: ErrorObject): Fault | undefined {
  const format = decimalFormats[String((params as Record<string, unknown>)["format"])];
  if (format === undefined) return undefined;
  if (typeof data === "string" && isNumber(data)) return fault(at, "out_of_range", `must have ${format.range}`);
  return fault(at, "wrong_format", `must be a decimal number as a string, such as "10.50", of ${format.range}`);
}

function fault(pointer: string, code: string, detail: string): Fault {
  const subject = pointer === "" ? "The body" : pointer.slice(pointer.lastIndexOf("/") + 1);
  return { pointer, code, detail: `${subject} ${detail}.` };
}

/** A member's name as a step of a JSON pointer. */
export function escaped(member: unknown): string {
  return String(member).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** NUL and lone surrogates cannot be stored as text; the walk is bounded so that depth cannot exhaust the stack. */
function unstorableText(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const pending: { value: unknown; pointer: string; depth: number }[] = [{ value: root, pointer: "", depth: 0 }];
  let values = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === "string") {
      if (isStorable(value)) continue;
      faults.push(fault(pointer, "unstorable_character", "holds a NUL character or half of a surrogate pair"));
    } else if (typeof value === "object" && value !== null) {
      if (depth === MAX_DEPTH) {
        throw new DomainError("malformed_request", `The body is nested deeper than ${MAX_DEPTH} levels.`);
      }
      const members = Object.entries(value);
      values += members.length;
      if (values > MAX_VALUES) {
        throw new DomainError("malformed_request", `The body holds more than ${MAX_VALUES} values.`);
      }
      for (const [member, child] of members) {
        const path = `${pointer}/${escaped(member)}`;
        if (!isStorable(member)) faults.push(fault(path, "unstorable_character", "is no usable member name"));
        pending.push({ value: child, pointer: path, depth: depth + 1 });
      }
    }
  }
  return faults;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
