import { scaleBand } from "./scale.ts";
import { toLength } from "../format/amount.ts";

const WIDTH = 96;
const HEIGHT = 28;

interface SparklineProps {
  readonly label: string;
  readonly readings: readonly { readonly name: string; readonly quantity: string | null }[];
}

/** A few figures as small bars without an axis. The last bar is colored. */
export function Sparkline({ label, readings }: SparklineProps) {
  const lengths = readings.map(({ quantity }) => Math.max(0, toLength(quantity ?? "0")));
  const x = scaleBand([...readings.keys()], [0, WIDTH], 0.2);
  const longest = Math.max(1e-12, ...lengths);
  const height = (length: number) => Math.max(1, (length / longest) * HEIGHT);
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="shrink-0">
      {lengths.map((length, index) => (
        <rect
          key={readings[index]?.name ?? index}
          x={x(index)}
          width={x.width}
          y={HEIGHT - height(length)}
          height={height(length)}
          rx={1}
          className={index === lengths.length - 1 ? "fill-chart-1" : "fill-chart-5 opacity-50"}
        />
      ))}
    </svg>
  );
}
