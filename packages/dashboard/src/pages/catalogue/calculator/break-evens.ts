import type { PreviewPricesRequestPrice, PreviewPricesResult } from "@counterfoil/sdk";
import { toLength } from "../../../format/amount.ts";

export type Ask = (body: {
  readonly prices: readonly PreviewPricesRequestPrice[];
  readonly from: string;
  readonly to: string;
  readonly steps: number;
}) => PromiseLike<PreviewPricesResult>;

/** Between these two quantities the cheaper of two prices changes. All figures come from the server. */
export interface BreakEven {
  readonly from: string;
  readonly to: string;
  readonly amounts: readonly [string, string];
  /** Which price is cheaper after it: 0 is the first, 1 the second. */
  readonly cheaperAfter: 0 | 1;
}

const STEPS = 200;
const REFINEMENTS = 2;
const MOST = 6;

/** Where two prices cross. Found in a coarse answer first, then refined with closer quantities. */
export async function findBreakEvens(
  ask: Ask,
  pair: readonly [PreviewPricesRequestPrice, PreviewPricesRequestPrice],
  from: string,
  to: string,
): Promise<readonly BreakEven[]> {
  let crossings = crossingsOf(await ask({ prices: pair, from, to, steps: STEPS })).slice(0, MOST);
  for (let round = 0; round < REFINEMENTS; round++) {
    const closer = await Promise.all(
      crossings.map(async (crossing) => {
        const answer = await ask({ prices: pair, from: crossing.from, to: crossing.to, steps: STEPS });
        return crossingsOf(answer)[0] ?? crossing;
      }),
    );
    crossings = closer;
  }
  return crossings;
}

/** Neighboring quantities between which the sign of the difference changes. */
export function crossingsOf({ prices }: PreviewPricesResult): readonly BreakEven[] {
  const [first = [], second = []] = prices.map(({ points }) => points);
  const found: BreakEven[] = [];
  let before: { readonly side: number; readonly place: number } | null = null;
  for (const [place, one] of first.entries()) {
    const other = second[place];
    if (other === undefined) break;
    const side = Math.sign(toLength(one.amount) - toLength(other.amount));
    if (side === 0) continue;
    if (before !== null && side !== before.side) {
      found.push({
        from: first[before.place]?.quantity ?? one.quantity,
        to: one.quantity,
        amounts: [one.amount, other.amount],
        cheaperAfter: side < 0 ? 0 : 1,
      });
    }
    before = { side, place };
  }
  return found;
}
