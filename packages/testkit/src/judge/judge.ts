import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { Exchange } from "./exchange.ts";

export type Verdict =
  /** The document knows no such operation. */
  | { readonly kind: "unknown" }
  | {
      readonly kind: "known";
      /** `get /accounts/{id}` */
      readonly operation: string;
      /** What is wrong with the request, and with what it was answered. */
      readonly inRequest: readonly string[];
      readonly inResponse: readonly string[];
    };

/** Holds what goes over the wire against an OpenAPI document. */
export interface Judge {
  /** What it knows. */
  readonly operations: readonly string[];
  judge(exchange: Exchange): Promise<Verdict>;
}

type Components = Parameters<typeof createInstance>[1];
type Forward = NonNullable<Components["forward"]>;

const PROXY = {
  isProxy: true,
  upstream: new URL("http://upstream.invalid"),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
} as const;

/**
 * Stoplight's Prism as a proxy: it finds the operation, and validates request, security and answer. In place of what it would fetch,
 * its `forward` is given what went by, for its own reads every body as text, and no PDF comes through that.
 */
export async function createJudge(document: object): Promise<Judge> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const answers = new WeakMap<object, { statusCode: number; headers: Record<string, string>; body: unknown }>();
  const found = new WeakMap<object, string>();
  const forward: Forward =
    ({ data }, _upstream, _proxy, operation) =>
    () =>
    () => {
      const right = answers.get(data);
      if (right === undefined) throw new Error("Prism forwards what it was given");
      if (operation !== undefined) found.set(data, `${operation.method} ${operation.path}`);
      return Promise.resolve({ _tag: "Right", right });
    };
  const prism = createInstance(PROXY, { logger: silent, forward });
  return {
    operations: operations.map(({ method, path }) => `${method} ${path}`),
    async judge({ request, answer }) {
      const { pathname, searchParams } = new URL(request.target, PROXY.upstream);
      const input = {
        method: request.method.toLowerCase() as "get",
        // The server takes a path with a slash at its end as the same; Prism would take it for one with an empty id.
        url: { path: pathname.replace(/(?<=.)\/$/, ""), query: valuesByName(searchParams) },
        headers: request.headers,
        body: request.bytes.length === 0 ? null : readBody(request),
      };
      answers.set(input, { statusCode: answer.status, headers: answer.headers, body: readBody(answer) });
      const outcome = await prism.request(input, operations, PROXY)();
      if (outcome._tag === "Left") throw outcome.left;
      const operation = found.get(input);
      if (operation === undefined) return { kind: "unknown" };
      const { validations } = outcome.right;
      return {
        kind: "known",
        operation,
        inRequest: validations.input.map(({ message }) => message),
        inResponse: validations.output.map(({ message }) => message),
      };
    },
  };
}

/** What Prism says while it works is what it answers. */
const silent = new Proxy({} as Components["logger"], {
  get: (_target, name) => (name === "child" ? () => silent : () => undefined),
});

function valuesByName(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = "", ...others] = parameters.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** JSON as what it says, anything else as text; what claims to be JSON and is none as text too, which no schema takes. */
function readBody({ headers, bytes }: Pick<Exchange["answer"], "headers" | "bytes">): unknown {
  const text = bytes.toString("utf8");
  if (!/[/+]json\b/.test(headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
