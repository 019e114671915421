import { inlined } from "@counterfoil/testkit/contract";
import type { Schema } from "./arbitrary-of-schema.ts";

/** The parts of an operation that the fuzzer uses. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  /** By content type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: Schema }>>;
  /** By status, and `default`. */
  readonly responses: Readonly<Record<string, Answer>>;
  /** Whether it needs a signed-in person instead of an API key. */
  readonly isOfSession: boolean;
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

interface Described {
  readonly parameters?: Operation["parameters"];
  readonly requestBody?: { readonly content?: Operation["bodies"] };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

/** Streams do not end. */
const LEFT_OUT = new Set(["GET /events/tail", "GET /notifications/tail"]);

export function operationsOf(document: OpenApi): Operation[] {
  const { paths, components } = inlined(document);
  const answerOf = (answer: Answer | { readonly $ref: string }): Answer =>
    "$ref" in answer ? (components.responses[answer.$ref.split("/").at(-1) ?? ""] ?? {}) : answer;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters = [], requestBody, responses, security = [] }]) => {
      const method = name.toUpperCase();
      if (LEFT_OUT.has(`${method} ${path}`)) return [];
      const isOfSession = security.some((each) => "session" in each);
      const answers = Object.entries(responses).map(([status, answer]) => [status, answerOf(answer)] as const);
      const bodies = requestBody?.content ?? {};
      return [{ method, path, parameters, bodies, responses: Object.fromEntries(answers), isOfSession }];
    }),
  );
}
