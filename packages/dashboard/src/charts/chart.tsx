import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../design/classes.ts";

export interface Box {
  readonly width: number;
  readonly height: number;
  /** The margins around the part in which marks are drawn. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface ChartProps {
  /** What the chart shows, in a sentence that screen readers read out. */
  readonly label: string;
  readonly height: number;
  readonly margin?: Partial<Record<"left" | "right" | "top" | "bottom", number>>;
  readonly className?: string;
  /** The same figures as a table, for screen readers. */
  readonly table?: ReactNode;
  readonly children: (box: Box) => ReactNode;
}

/** A chart with the full available width. Its marks use the colors of the theme (`fill-chart-1`). */
export function Chart({ label, height, margin = {}, className, table, children }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const { left = 52, right = 8, top = 8, bottom = 24 } = margin;
  const box = { width, height, left, right: Math.max(left, width - right), top, bottom: height - bottom };
  return (
    <figure ref={frame} className={classes("relative min-w-0", className)} style={{ height }}>
      {width > 0 && (
        <svg role="img" aria-label={label} width={width} height={height} className="absolute inset-0 overflow-visible">
          {children(box)}
        </svg>
      )}
      {table !== undefined && <div className="sr-only">{table}</div>}
    </figure>
  );
}
