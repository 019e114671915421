/** A fenced block, or code within a line. */
const CODE = /^(?<fence>`{3,})[^\n]*\n[^]*?^\k<fence>[ \t]*$|(?<ticks>`+)[^`\n](?:[^\n]*?[^`\n])?\k<ticks>(?!`)/gm;

/** Changes the text of a document between its code. */
export function outsideOfCode(markdown: string, change: (text: string) => string): string {
  const codes: string[] = [];
  // Code becomes a character that no document contains, so that a link may have code in its text.
  const kept = markdown.replaceAll(CODE, (code) => {
    codes.push(code);
    return "\u0000";
  });
  let next = 0;
  return change(kept).replaceAll("\u0000", () => codes[next++] ?? "");
}
