/** What a benchmark measures, by the comment at the top of its file, in one line. Empty if there is none. */
export function describe(source: string): string {
  const comment = /^\/\*\*(.*?)\*\//s.exec(source)?.[1] ?? "";
  const text = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*?\s?/, ""))
    .join(" ")
    .replaceAll(/\s+/g, " ");
  // How to run it follows at the end, and the page says it in its own words.
  return text.replace(/(?:Run with )?`(?:npm run bench|node bench)[^`]*`\.?\s*$/, "").trim();
}
