/** Distinguishable with color blindness (Okabe and Ito). */
export const colors = {
  blue: "#0072b2",
  orange: "#d55e00",
  green: "#009e73",
  purple: "#8f4f80",
  sky: "#3f9fd6",
} as const;

const INK = "#1f2933";
export const FAINT = "#66727f";

export function rectangle(x: number, y: number, width: number, height: number, color: string): string {
  return `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${color}"/>`;
}

export interface Style {
  readonly anchor?: string;
  readonly color?: string;
  readonly size?: number;
  readonly weight?: number;
}

export function text(x: number, y: number, content: string, style: Style): string {
  const { anchor = "start", color = INK, size = 12, weight = 400 } = style;
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${color}" font-size="${size}" font-weight="${weight}">${escaped}</text>`;
}
