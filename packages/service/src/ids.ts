import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";

/** The prefix of each kind of ID (R-API-6). */
export type IdPrefix =
  | "org"
  | "pause"
  | "key"
  | "acct"
  | "contact"
  | "prod"
  | "price"
  | "bun"
  | "plan"
  | "metric"
  | "sub"
  | "subv"
  | "inv"
  | "line"
  | "cn"
  | "pay"
  | "ref"
  | "credit"
  | "grant"
  | "conv"
  | "evt"
  | "whe"
  | "clock"
  | "ntf"
  | "aud"
  | "thr"
  | "disc"
  | "feat"
  | "hold"
  | "rsv"
  | "alert"
  | "limit"
  | "tax"
  | "mail"
  | "entry"
  | "req"
  | "person"
  | "session"
  | "sign"
  | "invite"
  | "letter"
  | "view"
  | "note"
  | "rate"
  | "cost"
  | "mprice"
  | "mfill"
  | "log"
  | "conn"
  | "dead";

/** Makes IDs. It is part of the context, so that a simulation can make the same IDs twice. */
export interface Ids {
  /** `acct_01jd…`: the prefix, then 26 characters that sort by creation time. */
  next(prefix: IdPrefix): string;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/**
 * IDs of 48 bits of milliseconds and 80 random bits in Crockford's base 32. Within one process and one millisecond they
 * still ascend, so IDs sort in the order in which they were made.
 */
export function createIds(clock: Clock): Ids {
  const bytes = randomPool();
  let lastTime = -1;
  let timeText = "";
  let random = 0n;
  return {
    next(prefix) {
      const time = Date.parse(clock.now());
      if (time > lastTime) {
        lastTime = time;
        timeText = base32(BigInt(time), TIME_CHARACTERS);
        random = BigInt(`0x${bytes.take(10).toString("hex")}`) >> 1n;
      } else {
        random += 1n + BigInt(bytes.take(2).readUInt16BE());
      }
      return `${prefix}_${timeText}${base32(random, RANDOM_CHARACTERS)}`;
    },
  };
}

/** The lowest ID of its kind at an instant. It sorts before every ID of this kind made from then on. */
export function earliestId(prefix: IdPrefix, at: string): string {
  return `${prefix}_${base32(BigInt(Date.parse(at)), TIME_CHARACTERS)}`;
}

function base32(value: bigint, length: number): string {
  let text = "";
  for (let rest = value, place = 0; place < length; place += 1, rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
}

const POOL_BYTES = 4_096;

/** Random bytes from a pool: asking the system for a few bytes at a time costs more than the rest of making an ID. */
function randomPool(): { take(count: number): Buffer } {
  let pool = Buffer.alloc(0);
  let used = 0;
  return {
    take(count) {
      if (used + count > pool.length) {
        pool = randomBytes(POOL_BYTES);
        used = 0;
      }
      used += count;
      return pool.subarray(used - count, used);
    },
  };
}
