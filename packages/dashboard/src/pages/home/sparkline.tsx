import { scaleBand, scaleLinear } from "d3-scale";
import { toLength } from "../../format/amount.ts";

const WIDTH = 96;
const HEIGHT = 28;

interface SparklineProps {
  readonly label: string;
  readonly readings: readonly { readonly name: string; readonly quantity: string | null }[];
}

/** A few figures as small bars, without an axis: the shape, and the last of them in colour. */
export function Sparkline({ label, readings }: SparklineProps) {
  const lengths = readings.map(({ quantity }) => Math.max(0, toLength(quantity ?? "0")));
  const x = scaleBand([...readings.keys()], [0, WIDTH]).padding(0.2);
  const y = scaleLinear([0, Math.max(1e-12, ...lengths)], [0, HEIGHT]);
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="shrink-0">
      {lengths.map((length, index) => (
        <rect
          key={readings[index]?.name ?? index}
          x={x(index)}
          width={x.bandwidth()}
          y={HEIGHT - Math.max(1, y(length))}
          height={Math.max(1, y(length))}
          rx={1}
          className={index === lengths.length - 1 ? "fill-chart-1" : "fill-chart-5 opacity-50"}
        />
      ))}
    </svg>
  );
}
