import { correction, generate, mode } from "lean-qr";
import { classes } from "./classes.ts";

const MARGIN = 4;
/** The error correction level for bank transfer codes (EPC069-12). Any reader can read it. */
const LEVEL_M = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };

/** A QR code of dark squares on a light background in both themes, as cameras expect. */
export function QrCode({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), LEVEL_M);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) squares.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
    }
  }
  const size = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes("rounded-md", className)}
    >
      <rect width={size} height={size} fill="white" />
      <path d={squares.join("")} fill="black" />
    </svg>
  );
}
