const WIDTH = 72;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** The number of columns of a text: East Asian letters are two columns wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 2 : 1;
  return width;
}

/** Wraps text at 72 columns. A longer URL is not broken, and a line can break between any wide letters. */
export function wrapText(text: string): string {
  return text.split("\n").map(wrapLine).join("\n");
}

function wrapLine(line: string): string {
  if (widthOf(line) <= WIDTH) return line;
  const lines: string[] = [];
  let current = "";
  for (const piece of piecesOf(line)) {
    if (current !== "" && widthOf(current + piece.trimEnd()) > WIDTH) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += current === "" ? piece.trimStart() : piece;
  }
  return [...lines, current.trimEnd()].join("\n");
}

/** Words with the space after them, and single wide letters. A no-break space belongs to its word. */
function piecesOf(line: string): string[] {
  return (
    line.match(new RegExp(`${WIDE.source}[、。，．」）]*|(?:(?!${WIDE.source})[^ \\t])+[ \\t]*|[ \\t]+`, "gu")) ?? []
  );
}
