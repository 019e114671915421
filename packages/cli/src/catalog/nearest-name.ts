/** The name that differs least from a misspelled one, if it is near enough to be meant. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < (nearest?.distance ?? Infinity)) nearest = { name, distance };
  }
  const most = Math.max(1, Math.floor(written.length / 3));
  return nearest !== undefined && nearest.distance <= most ? nearest.name : undefined;
}

/** How many letters must be inserted, removed, replaced or exchanged with their neighbor. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const [above = [], twoAbove = []] = [rows[i - 1], rows[i - 2]];
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? (twoAbove[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, exchanged, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
