import fc, { type Arbitrary } from "fast-check";

/** Hostile values: text that other layers could interpret, and JSON at the edge of its grammar. */
const HOSTILE_TEXTS = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "'; drop table account; --",
  '" or 1=1 --',
  "$1",
  "%s%n",
  "{{constructor.constructor('return process')()}}",
  "${7*7}",
  "#{7*7}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "\u202e\u2066",
  "ﷺ".repeat(200),
  "x".repeat(100_000),
  "1e400",
  "1e1001",
  "1e-1000",
  "12,5",
  "NaN",
  "-0",
  "9".repeat(500),
  "9".repeat(999),
  // The largest accepted numbers; their sums and products must be displayable.
  `${"9".repeat(30)}.${"9".repeat(40)}`,
  `${"9".repeat(30)}.${"9".repeat(30)}`,
  "999999999999999.99",
  "0.".padEnd(400, "1"),
  "9999-12-31T23:59:59.999Z",
  "0000-01-01",
  "+275760-09-13T00:00:00Z",
  "2024-02-30",
  "",
] as const;

const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...HOSTILE_TEXTS) },
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, -1e308, 2 ** 53, 1.5, [], {}, [[[[]]]], [null], { a: {} }),
  fc.constant(Array.from({ length: 5_000 }, () => 1)),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Text that replaces part of a body, unlike any serialized value. */
const spoiledTexts: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => text.replace(/:/, ':1e400,"x":'),
  (text) => text.replace(/:-?\d+/, ":1e1001"),
  (text) => text.replace(/:-?\d+/, ":1e-1000"),
  (text) => text.replace(/:-?\d+/, `:${"9".repeat(999)}`),
  (text) => text.replace(/\{/, '{"__proto__":{"polluted":true},'),
  (text) => text.replace(/\{/, '{"constructor":{"prototype":{"polluted":true}},'),
  (text) => "[".repeat(20_000) + text + "]".repeat(20_000),
  (text) => `\ufeff${text}`,
  () => "",
  () => "null",
  () => '"text"',
];

/** A body in which one field at any depth is replaced, or one is added. */
export function spoiled(body: unknown): Arbitrary<unknown> {
  return fc.tuple(fc.nat(), hostile, fc.boolean()).map(([choice, value, isAdded]) => {
    const copy = structuredClone(body);
    const places = placesIn(copy);
    const place = places[choice % Math.max(1, places.length)];
    if (place === undefined) return value;
    const name = isAdded && !Array.isArray(place.parent) ? `added ${choice % 10}` : place.name;
    Object.defineProperty(place.parent, name, { value, enumerable: true, configurable: true, writable: true });
    return copy;
  });
}

/** The text of a body, sometimes invalid JSON. */
export function writtenBody(body: unknown): Arbitrary<string> {
  const text = JSON.stringify(body);
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(text) },
    fc.constantFrom(...spoiledTexts).map((spoil) => spoil(text)),
  );
}

/** Text for a path or a query, sometimes hostile. */
export const hostileText: Arbitrary<string> = fc.constantFrom<string>(
  ...HOSTILE_TEXTS.filter((text) => text.isWellFormed() && text.length < 5_000),
);

interface Place {
  readonly parent: object;
  readonly name: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [{ parent: value, name }, ...placesIn(member)]);
}
