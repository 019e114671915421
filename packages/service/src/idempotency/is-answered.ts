import { findIdempotencyRecord } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** Whether a request with this Idempotency-Key has had its effect, so that sending it again repeats its response. */
export function isAnswered(context: Context, key: string): Promise<boolean> {
  return read(context, async (tx) => ((await findIdempotencyRecord(tx, key))?.status ?? null) !== null);
}
