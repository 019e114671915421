import { createHash } from "node:crypto";

/** The day to which instants of the real clock are moved. */
const DAY = "2026-01-31";
const MOMENT = Date.parse(`${DAY}T08:04:12.000Z`);
const MINUTE = 60_000;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

const ID = /\b([a-z]{2,8})_[0-9a-hjkmnp-tv-z]{26}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const HEX = /\b[0-9a-f]{64}\b/g;
/** Keys, secrets and tokens of links: 24 random bytes or more in base64, with their prefix. */
const TOKEN =
  /(?<![\w-])((?:[a-z]{2,6}_){0,2})((?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,64})(?![\w-])|(whsec_)([\w+/]+={0,2})/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const LOCAL_SERVER = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/g;

/** The client address of a test. */
const LOCAL_ADDRESS = /\b127\.0\.0\.1\b/g;

/** When the example was recorded, in milliseconds. */
export interface Recording {
  readonly from: number;
  readonly to: number;
}

/**
 * Replaces everything that another recording would change: IDs, tokens, addresses of the test's server, and the real
 * time. Equal values remain equal.
 */
export function normalize<Example>(example: Example, recording: Recording): Example {
  const replaced = new Map<string, string>();
  const counts = new Map<string, number>();
  /** A replacement for the k-th value of a kind, always the same. */
  const stand = (kind: string, found: string, make: (seed: string) => string): string => {
    const known = replaced.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = make(`${kind} ${count}`);
    replaced.set(found, made);
    return made;
  };
  const shift = shiftOf(JSON.stringify(example), recording);
  return rewritten(example, (text) =>
    text
      .replace(LOCAL_SERVER, "https://billing.example.com")
      .replace(LOCAL_ADDRESS, "203.0.113.7")
      .replace(ID, (found, prefix: string) => stand(prefix, found, (seed) => `${prefix}_01kg9a4xqr${word(seed, 16)}`))
      .replace(UUID, (found) => stand("uuid", found, uuid))
      .replace(HEX, (found) => stand("hash", found, (seed) => createHash("sha256").update(seed).digest("hex")))
      .replace(TOKEN, (found, ...parts: (string | undefined)[]) => {
        const [prefix = "", secret = "", hookPrefix = "", hookSecret = ""] = parts;
        return stand("token", found, (seed) => `${prefix}${hookPrefix}${letters(seed, `${secret}${hookSecret}`)}`);
      })
      .replace(INSTANT, shift),
  ) as Example;
}

/** Moves instants of the recording's real time, and those derived from it, to one day. */
function shiftOf(text: string, { from, to }: Recording): (found: string) => string {
  const real = [...text.matchAll(INSTANT)].map(([found]) => found).filter((found) => isReal(found, { from, to }));
  const earliest = Math.min(...real.map((found) => Date.parse(found)));
  return (found) => {
    if (!isReal(found, { from, to })) return found;
    const seconds = Math.round((Date.parse(found) - earliest) / 1000);
    return new Date(MOMENT + seconds * 1000).toISOString();
  };
}

/** Stories use whole seconds. An instant with a fraction, or during the recording, comes from the real clock. */
function isReal(instant: string, { from, to }: Recording): boolean {
  const time = Date.parse(instant);
  return time % 1000 !== 0 || (time >= from - MINUTE && time <= to + MINUTE);
}

function rewritten(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (Array.isArray(value)) return value.map((one) => rewritten(one, rewrite));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rewrite(name), rewritten(member, rewrite)]));
}

function word(seed: string, length: number): string {
  const bytes = createHash("sha256").update(seed).digest();
  return Array.from({ length }, (_, k) => ALPHABET[(bytes[k] ?? 0) % ALPHABET.length]).join("");
}

function uuid(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** As many characters as the secret, from letters that both alphabets of base64 contain. */
function letters(seed: string, secret: string): string {
  const text = createHash("sha512").update(seed).digest("base64").replaceAll(/[+/]/g, "x");
  const padding = secret.length - secret.replace(/=+$/, "").length;
  return text.slice(0, secret.length - padding) + "=".repeat(padding);
}
