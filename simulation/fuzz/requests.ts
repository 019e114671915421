import fc, { type Arbitrary } from "fast-check";
import { valuesOf } from "./arbitrary-of-schema.ts";
import { hostileText, spoiled, writtenBody } from "./hostile-values.ts";
import type { KnownIds } from "./known-ids.ts";
import type { Ground } from "./lay-ground.ts";
import type { Operation } from "./openapi.ts";

/** A request as sent. */
export interface FuzzedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Requests to one operation: valid, nearly valid and hostile, or only with valid bodies. `ids` are those of earlier
 * responses.
 */
export function requestsTo(
  operation: Operation,
  ids: KnownIds,
  ground: Ground,
  bodies: "any" | "valid" = "any",
): Arbitrary<FuzzedRequest> {
  const { path, parameters } = operation;
  const query = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .tuple(
      fc.tuple(...segmentsOf(path, ids, ground)),
      fc.oneof(
        fc.constant<string[]>([]),
        fc
          .subarray(query, { maxLength: Math.min(3, query.length) })
          .chain((chosen) => fc.tuple(...chosen.map((one) => queryText(one, ids)))),
      ),
      headersOf(operation),
      bodyOf(operation, ids, bodies),
    )
    .map(([segments, queries, headers, { type, text }]) => {
      let place = 0;
      const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(segments[place++] ?? ""));
      const asked = queries.length === 0 ? "" : `?${queries.join("&")}`;
      const typed = text === undefined ? {} : { "Content-Type": type };
      return { path: filled + asked, headers: { ...typed, ...headers }, body: text };
    });
}

/** Path words that refer to a kind of object without an ID. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: ["invoice", "receipt", "reminder", "quote", "activation"],
  key: ["calls-0"],
  uniqueId: ["ground-0"],
  position: ["0", "1"],
  organizationId: ["org_x"],
  sha256: ["0".repeat(64)],
};

/** Values for path parameters: mostly an ID of the kind named by the segment before. */
function segmentsOf(path: string, ids: KnownIds, { links }: Ground): Arbitrary<string>[] {
  const segments = path.split("/");
  return segments.flatMap((segment, at) => {
    if (!segment.startsWith("{")) return [];
    const name = segment.slice(1, -1);
    const before = segments[at - 1] ?? "";
    const link = name === "token" ? [before === "quotes" ? links.quotes : links.invoices] : [];
    const fitting = [...link, ...(WORDS[name] ?? ids.of(before) ?? [])];
    const known = fc.constantFrom(...(fitting.length === 0 ? ["x_1"] : fitting));
    const other = fc.constantFrom("x_1", ...ids.all().slice(0, 20));
    // An empty segment is another path.
    const hostile = hostileText.filter((text) => text !== "");
    return [
      fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: other }, { weight: 2, arbitrary: hostile }),
    ];
  });
}

function queryText({ name, schema }: Operation["parameters"][number], ids: KnownIds): Arbitrary<string> {
  const valid = valuesOf(schema ?? {}, ids, name).map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const value = fc.oneof(
    { weight: 3, arbitrary: valid },
    hostileText,
    fc.constantFrom('[{"field":"id","value":"x"}]', "id:desc", "0", "-1", "1e9", '{"a":', "[[[[]]]]"),
  );
  return value.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`);
}

const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "If-Match": '"x"' },
  { "If-Match": "*" },
  { "If-None-Match": `W/"${"a".repeat(2_000)}"` },
  { Accept: "text/html" },
  { "X-Request-Id": "'; drop table account; --" },
  { Cookie: "__Host-session=%00; a=b" },
  { "Last-Event-ID": "9".repeat(300) },
  { "Content-Encoding": "gzip" },
];

function headersOf({ method }: Operation): Arbitrary<Readonly<Record<string, string>>> {
  const none = fc.constant<Readonly<Record<string, string>>>({});
  const hostile = fc.oneof({ weight: 14, arbitrary: none }, fc.constantFrom(...HOSTILE_HEADERS));
  if (method === "GET") return hostile;
  const keys = fc.constantFrom("k1", "k2", "k".repeat(256)).map((key) => ({ "Idempotency-Key": key }));
  return fc
    .tuple(hostile, fc.oneof({ weight: 14, arbitrary: none }, keys))
    .map(([headers, once]) => ({ ...headers, ...once }));
}

interface TypedBody {
  readonly type: string;
  readonly text: string | undefined;
}

function bodyOf({ bodies, method }: Operation, ids: KnownIds, wanted: "any" | "valid"): Arbitrary<TypedBody> {
  const types = Object.keys(bodies);
  if (method === "GET") return fc.constant({ type: "", text: undefined });
  if (types.length === 0) {
    const text = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant('{"a":1}'));
    return text.map((one) => ({ type: "application/json", text: one }));
  }
  const wrongTypes = ["text/plain", "application/json; charset=utf-7", "nonsense", "multipart/form-data"];
  return fc.constantFrom(...types).chain((type) => {
    if (wanted === "valid" && type.endsWith("json")) {
      return valuesOf(bodies[type]?.schema ?? {}, ids).map((value) => ({ type, text: JSON.stringify(value) }));
    }
    const text = textOf(type, bodies, ids);
    const sentAs = fc.oneof({ weight: 24, arbitrary: fc.constant(type) }, fc.constantFrom(...wrongTypes));
    return fc.tuple(sentAs, text).map(([as, one]) => ({ type: as, text: one }));
  });
}

const LOGOS = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
  "\u0089PNG\r\n\u001a\n",
  "\u00ff\u00d8\u00ff\u00e0",
];

function textOf(type: string, bodies: Operation["bodies"], ids: KnownIds): Arbitrary<string> {
  if (type.startsWith("image/")) return fc.oneof(fc.constantFrom(...LOGOS), hostileText);
  const schema = bodies[type]?.schema ?? bodies["application/json"]?.schema ?? {};
  const valid = valuesOf(schema, ids);
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: valid.chain(spoiled).chain(writtenBody) },
    { weight: 1, arbitrary: valid.chain(writtenBody) },
  );
}
