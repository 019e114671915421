/**
 * Parameters of array types in PostgreSQL's binary format. The server copies them instead of parsing text, and a document
 * is not quoted a second time. `pg` sends a Buffer as a binary parameter. For documents, and for the few statements that run for each event; `unnested` writes
 * all other arrays.
 */

/** A value that the type cannot have. It has the SQLSTATE with which PostgreSQL refuses such a value, as for a row. */
class NotRepresentable extends Error {
  readonly code = "22P03";
}

/** OIDs of the element types. They are the same in every database. */
const OIDS = { bytea: 17, bigint: 20, text: 25, json: 114, timestamptz: 1184, jsonb: 3802 } as const;

/** The number of dimensions, whether there are nulls, the type, the length and the first index: 4 bytes each. */
const HEADER_BYTES = 20;
const HAS_NULLS_AT = 4;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;

/** `bigint[]` of integers that a number holds exactly. */
export function bigintArray(values: readonly number[]): Buffer {
  return longs("bigint", values, 1);
}

/** The first instant in PostgreSQL's count: 2000-01-01T00:00:00Z. */
const FIRST_INSTANT = Date.UTC(2000, 0, 1);

/** `timestamptz[]` of milliseconds since 1970. */
export function instantArray(milliseconds: readonly number[]): Buffer {
  return longs(
    "timestamptz",
    milliseconds.map((at) => at - FIRST_INSTANT),
    1_000,
  );
}

/** Each value times `factor`, in 8 bytes. */
function longs(type: "bigint" | "timestamptz", values: readonly number[], factor: number): Buffer {
  const { array, view } = begin(type, values.length, values.length * (LENGTH_BYTES + 8));
  let at = HEADER_BYTES;
  for (const value of values) {
    if (!Number.isSafeInteger(value)) throw new NotRepresentable(`${value} is not an exact integer`);
    const product = value * factor;
    view.setInt32(at, 8);
    at += LENGTH_BYTES;
    if (Number.isSafeInteger(product)) {
      const high = Math.floor(product / TWO_TO_32);
      view.setInt32(at, high);
      view.setUint32(at + 4, product - high * TWO_TO_32);
    } else {
      view.setBigInt64(at, BigInt(value) * BigInt(factor));
    }
    at += 8;
  }
  return array;
}

/** `bytea[]` of values with one length, as hexadecimal digits. */
export function hexArray(values: readonly string[]): Buffer {
  const bytes = (values[0]?.length ?? 0) / 2;
  const { array, view } = begin("bytea", values.length, values.length * (LENGTH_BYTES + bytes));
  let at = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(at, bytes);
    const written = array.write(value, at + LENGTH_BYTES, "hex");
    if (written !== bytes || value.length !== 2 * bytes) throw new NotRepresentable(`${value} is not ${bytes} bytes`);
    at += LENGTH_BYTES + bytes;
  }
  return array;
}

/** Room for the length of the next text: characters that take one byte each. */
const GAP = "\0".repeat(LENGTH_BYTES);

/** `text[]`. */
export function textArray(values: readonly string[]): Buffer {
  return texts("text", values, "");
}

/** The version of the format of `jsonb` in binary, which precedes its text. */
const JSONB_VERSION = "\u0001";

/** `json[]` or `jsonb[]` of JSON text. */
export function documentArray(type: "json" | "jsonb", documents: readonly (string | null)[]): Buffer {
  return texts(type, documents, type === "jsonb" ? JSONB_VERSION : "");
}

function texts(type: "text" | "json" | "jsonb", values: readonly (string | null)[], prefix: string): Buffer {
  let all = "";
  for (const value of values) all += value === null ? GAP : GAP + prefix + value;
  // Written with one call, because a call for each text costs more than the text.
  const bytes = Buffer.byteLength(all);
  const { array, view } = begin(type, values.length, bytes);
  array.write(all, HEADER_BYTES);
  const isAscii = bytes === all.length;
  let at = HEADER_BYTES;
  for (const value of values) {
    if (value === null) {
      view.setInt32(HAS_NULLS_AT, 1);
      view.setInt32(at, NULL_LENGTH);
      at += LENGTH_BYTES;
      continue;
    }
    const length = prefix.length + (isAscii ? value.length : Buffer.byteLength(value));
    view.setInt32(at, length);
    at += LENGTH_BYTES + length;
  }
  return array;
}

function begin(type: keyof typeof OIDS, count: number, bytes: number): { array: Buffer; view: DataView } {
  const array = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  view.setInt32(0, 1);
  view.setInt32(HAS_NULLS_AT, 0);
  view.setInt32(8, OIDS[type]);
  view.setInt32(12, count);
  view.setInt32(16, 1);
  return { array, view };
}
