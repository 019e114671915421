/** Adds escape sequences on a terminal with colors, and nothing elsewhere. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  cyan(text: string): string;
}

export function styleFor(
  stream: { isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  const isColoured = stream.isTTY === true && (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  const wrap = (start: number, end: number) => (text: string) =>
    isColoured ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return { bold: wrap(1, 22), dim: wrap(2, 22), green: wrap(32, 39), red: wrap(31, 39), cyan: wrap(36, 39) };
}
