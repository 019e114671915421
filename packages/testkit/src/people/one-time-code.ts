import { createHmac } from "node:crypto";
import { systemClock } from "@counterfoil/service";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * The code that an app shows for an `otpauth://` URL now, or the given number of 30-second steps later: six digits, by
 * RFC 6238.
 */
export function codeOf(uri: string, stepsLater = 0): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.parse(systemClock.now()) / 30_000) + stepsLater));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
