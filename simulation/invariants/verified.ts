import { type BookDifference, verifyBooks } from "@counterfoil/service";
import type { Platform } from "../platform/platform.ts";

/** The platform's own verification finds nothing (R-VER-1). */
export async function checkVerified(platform: Platform): Promise<string[]> {
  const differences: BookDifference[] = [];
  const onDifference = (difference: BookDifference) => void differences.push(difference);
  await platform.call((context) => verifyBooks(context, { from: null, to: null, onDifference }));
  return differences.map(
    ({ invoiceId, lineId, member, billed, computed }) =>
      `verify: ${invoiceId} ${lineId} ${member} is ${billed} and comes out as ${computed}`,
  );
}
