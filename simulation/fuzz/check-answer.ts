import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Schema } from "./arbitrary-of-schema.ts";
import type { OpenApi, Operation } from "./openapi.ts";

export interface SentAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Faults of a response: it must be below 500, a problem document if it refuses, and otherwise match the document. */
export function answerCheck(document: OpenApi): (operation: Operation, answer: SentAnswer) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: "openapi.json", components: document.components });
  const compiled = new Map<Schema, ValidateFunction>();

  function fault(schema: Schema | undefined, text: string): string[] {
    if (schema === undefined) return ["an answer that is not described"];
    let validate = compiled.get(schema);
    if (validate === undefined) {
      const located = JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components');
      validate = ajv.compile(JSON.parse(located) as object);
      compiled.set(schema, validate);
    }
    const value = parsed(text);
    if (value === undefined) return ["a body that is no JSON"];
    if (validate(value)) return [];
    return [`does not match its schema: ${ajv.errorsText(validate.errors)} ${text.slice(0, 300)}`];
  }

  return ({ responses }, { status, type, text }) => {
    // Exception: a customer pays while the provider rejects the last written keys.
    if (status >= 500 && !text.includes('"code":"provider_unavailable"')) return [`${status} ${text.slice(0, 300)}`];
    if (status >= 400) {
      if (!type.startsWith("application/problem+json")) return [`${status} as ${type}: ${text.slice(0, 200)}`];
      const problem = responses[String(status)] ?? responses["default"];
      return fault(problem?.content?.["application/problem+json"]?.schema, text);
    }
    const described = responses[String(status)];
    if (described === undefined) return [`${status}, which is not described`];
    const { content } = described;
    if (content === undefined) return text === "" ? [] : [`${status} with a body: ${text.slice(0, 100)}`];
    const mediaType = type.split(";")[0] ?? "";
    if (content[mediaType] === undefined) return [`${status} as ${type}, which is not described`];
    return mediaType.endsWith("json") ? fault(content[mediaType].schema, text) : [];
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
