/** One line of the form: a key and its value. */
export interface MetadataRow {
  readonly key: string;
  readonly value: string;
}

/** The rows of the form for the current metadata. */
export function metadataRows(metadata: Readonly<Record<string, string>>): readonly MetadataRow[] {
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

/** The merge patch from the current metadata to the rows. Rows without a key are ignored. */
export function metadataChange(
  metadata: Readonly<Record<string, string>>,
  rows: readonly MetadataRow[],
): Record<string, string | null> {
  const wanted = new Map(rows.map(({ key, value }) => [key.trim(), value] as const).filter(([key]) => key !== ""));
  const removed = Object.keys(metadata).filter((key) => !wanted.has(key));
  const set = [...wanted].filter(([key, value]) => metadata[key] !== value);
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
}

/** A key that two rows have. The later row would silently win. */
export function repeatedKey(rows: readonly MetadataRow[]): string | null {
  const keys = rows.map(({ key }) => key.trim()).filter((key) => key !== "");
  return keys.find((key, index) => keys.indexOf(key) !== index) ?? null;
}
