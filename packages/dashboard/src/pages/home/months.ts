/** `2024-12` → `2025-01` */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}

/** The month of a day and the months before it, oldest first: `2024-03-15`, 3 → `2024-01`, `2024-02`, `2024-03`. */
export function monthsUpTo(day: string, length: number): string[] {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return Array.from({ length }, (_, index) => {
    const since = year * 12 + (month - 1) - (length - 1 - index);
    return `${Math.floor(since / 12)}-${String((since % 12) + 1).padStart(2, "0")}`;
  });
}
