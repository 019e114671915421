import { createHmac } from "node:crypto";

const STEP_MILLISECONDS = 30_000;
const DIGITS = 6;
/** A code is accepted one step early and one step late. Another step may have passed since the code was checked. */
const STEPS = [-2, -1, 0, 1] as const;

/**
 * The 30-second step that an app's code belongs to (RFC 6238), near this time. Undefined if the code matches no step.
 */
export function stepOfCode(secret: string, code: string, milliseconds: number): number | undefined {
  const present = Math.floor(milliseconds / STEP_MILLISECONDS);
  return STEPS.map((step) => present + step).findLast((step) => codeOfStep(secret, step) === code);
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}
