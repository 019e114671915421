/** The number that a format makes of a sequence: `{PREFIX}-{YYYY}-{SEQ:5}` → `BA-2026-00042`. */
export function numberExample(format: string, prefix: string, date: string, sequence = 42): string {
  const [year = "", month = ""] = date.split("-");
  return format
    .replaceAll("{PREFIX}", prefix)
    .replaceAll("{YYYY}", year)
    .replaceAll("{YY}", year.slice(2))
    .replaceAll("{MM}", month)
    .replaceAll(/\{SEQ(?::(\d+))?\}/g, (_, width: string | undefined) =>
      String(sequence).padStart(Number(width ?? 0), "0"),
    );
}
