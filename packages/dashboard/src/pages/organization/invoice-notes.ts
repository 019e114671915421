interface InvoiceNote {
  readonly subjectCode: string;
  readonly text: string;
}

/** `PMT: Indemnité forfaitaire …`, one note on each line. */
export function textOfNotes(notes: readonly InvoiceNote[]): string {
  return notes.map(({ subjectCode, text }) => `${subjectCode}: ${text}`).join("\n");
}

/** The notes in such a text. The text before the first colon is the code. The server refuses invalid codes. */
export function notesOfText(text: string): InvoiceNote[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [code = "", ...rest] = line.split(":");
      return { subjectCode: code.trim().toUpperCase(), text: rest.join(":").trim() };
    });
}
