import { outsideOfCode } from "../guides/outside-of-code.ts";

/** Markdown as MDX, in which braces and angle brackets outside of code would start program text. */
export function escapeMdx(markdown: string): string {
  return outsideOfCode(markdown, (text) => text.replaceAll(/[{}<]/g, "\\$&"));
}
