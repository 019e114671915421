import fc, { type Arbitrary } from "fast-check";
import { type Schema, valuesOf } from "./arbitrary-of-schema.ts";
import { hostileText, spoiled, writtenBody } from "./hostile-values.ts";

/** What of an operation of the OpenAPI document the fuzzer goes by. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly body: Schema | undefined;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** A request as it is sent. */
export interface FuzzedRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests to one operation: valid, nearly valid and hostile. `ids` are those that earlier answers named. */
export function requestsTo(operation: Operation, ids: readonly string[]): Arbitrary<FuzzedRequest> {
  const { path, parameters } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const segment = fc.oneof({ weight: 8, arbitrary: idsFor(path, ids) }, hostileText);
  const query = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .tuple(
      fc.tuple(...names.map(() => segment)),
      fc
        .subarray(query, { maxLength: Math.min(3, query.length) })
        .chain((chosen) => fc.tuple(...chosen.map(queryText))),
      headersOf(operation),
      bodyOf(operation, ids),
    )
    .map(([segments, queries, headers, body]) => {
      let place = 0;
      const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(segments[place++] ?? ""));
      const asked = queries.length === 0 ? "" : `?${queries.join("&")}`;
      return { operation, path: filled + asked, headers: body === undefined ? {} : headers, body };
    });
}

/** Ids of the kind that the path is about, most of all. */
function idsFor(path: string, ids: readonly string[]): Arbitrary<string> {
  const kinds: Readonly<Record<string, string>> = {
    accounts: "acct_",
    products: "prod_",
    prices: "price_",
    plans: "plan_",
    metrics: "metric_",
    subscriptions: "sub_",
    invoices: "inv_",
    payments: "pay_",
    "price-bundles": "bun_",
    "test-clocks": "clock_",
  };
  const kind = kinds[path.split("/")[1] ?? ""] ?? "";
  const fitting = ids.filter((id) => id.startsWith(kind));
  return fc.constantFrom("x_1", ...(fitting.length === 0 ? ids : fitting));
}

function queryText({ name, schema }: Operation["parameters"][number]): Arbitrary<string> {
  const value = fc.oneof(
    valuesOf(schema ?? {}, []).map((one) => (typeof one === "string" ? one : JSON.stringify(one))),
    hostileText,
    fc.constantFrom('[{"field":"id","value":"x"}]', "id:desc", "0", "-1", "1e9", '{"a":', "[[[[]]]]"),
  );
  return value.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`);
}

function headersOf({ method }: Operation): Arbitrary<Record<string, string>> {
  const types = fc.oneof(
    { weight: 20, arbitrary: fc.constant("application/json") },
    fc.constantFrom("text/plain", "application/json; charset=utf-7", "application/x-ndjson", "nonsense"),
  );
  const key =
    method === "GET"
      ? fc.constant(undefined)
      : fc.option(fc.constantFrom("k1", "k2", "k".repeat(256)), { nil: undefined, freq: 8 });
  return fc.tuple(types, key).map(([type, once]) => ({
    "Content-Type": type,
    ...(once === undefined ? {} : { "Idempotency-Key": once }),
  }));
}

function bodyOf({ body, method }: Operation, ids: readonly string[]): Arbitrary<string | undefined> {
  if (method === "GET") return fc.constant(undefined);
  if (body === undefined) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant('{"a":1}'));
  const valid = valuesOf(body, ids);
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: valid.chain(spoiled).chain(writtenBody) },
    { weight: 1, arbitrary: valid.chain(writtenBody) },
  );
}
