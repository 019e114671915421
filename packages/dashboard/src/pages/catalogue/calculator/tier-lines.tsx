import type { ScaleLinear } from "d3-scale";
import type { Box } from "../../../charts/chart.tsx";
import { toLength } from "../../../format/amount.ts";

interface TierLinesProps {
  readonly box: Box;
  readonly x: ScaleLinear<number, number>;
  /** The ends of all tiers but the last, ascending. */
  readonly boundaries: readonly string[];
  /** Without numbers if the boundaries are those of several prices. */
  readonly isNumbered: boolean;
}

/** The width that the name of a tier needs. */
const ROOM = 48;

/** A line where each tier ends, with the number of the next tier if there is room. */
export function TierLines({ box, x, boundaries, isNumbered }: TierLinesProps) {
  const shown = boundaries
    .map((boundary, index) => ({ boundary, number: index + 2, at: x(toLength(boundary)) }))
    .filter(({ at }) => at > box.left && at < box.right);
  return (
    <>
      {shown.map(({ boundary, number, at }, index) => (
        <g key={boundary}>
          <line x1={at} x2={at} y1={box.top} y2={box.bottom} className="stroke-line-strong" strokeDasharray="2 4" />
          {isNumbered && (shown[index + 1]?.at ?? box.right) - at > ROOM && (
            <text x={at + 4} y={box.top + 10} className="fill-muted text-[11px]">
              Tier {number}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
