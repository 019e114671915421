import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { Exchange } from "./exchange.ts";

export type Verdict =
  /** The document has no such operation. */
  | { readonly kind: "unknown" }
  | {
      readonly kind: "known";
      /** `get /accounts/{id}` */
      readonly operation: string;
      /** The faults of the request and of the response. */
      readonly inRequest: readonly string[];
      readonly inResponse: readonly string[];
    };

/** Checks traffic against an OpenAPI document. */
export interface Judge {
  /** The operations of the document. */
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
 * Uses Stoplight's Prism as a proxy: it finds the operation, and validates the request, the security and the response.
 * Its `forward` returns the observed response instead of fetching one, because Prism reads every body as text, which
 * breaks a PDF.
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
      if (right === undefined) throw new Error("Prism must receive an observed response");
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
        // The server ignores a slash at the end of a path, but Prism would see an empty ID.
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

/** Discards Prism's log; its result contains everything. */
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

/** The value of a JSON body, and the text of any other. Invalid JSON stays text, which no schema accepts. */
function readBody({ headers, bytes }: Pick<Exchange["answer"], "headers" | "bytes">): unknown {
  const text = bytes.toString("utf8");
  if (!/[/+]json\b/.test(headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
