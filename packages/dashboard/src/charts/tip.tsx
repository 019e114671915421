import type { ReactNode } from "react";

/** The tooltip at the pointer, inside the chart. `x` is in pixels of a chart that is `width` wide. */
export function Tip({
  x,
  width,
  children,
}: {
  readonly x: number;
  readonly width: number;
  readonly children: ReactNode;
}) {
  const isRight = x > width / 2;
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-1 z-10 max-w-64 rounded-md border border-line bg-surface px-2.5 py-2 text-xs shadow-over"
      style={isRight ? { right: width - x + 12 } : { left: x + 12 }}
    >
      {children}
    </div>
  );
}
