interface InvoiceNote {
  readonly subjectCode: string;
  readonly text: string;
}

/** `PMT: Indemnité forfaitaire …`, one note a line. */
export function textOfNotes(notes: readonly InvoiceNote[]): string {
  return notes.map(({ subjectCode, text }) => `${subjectCode}: ${text}`).join("\n");
}

/** The notes of such a text. What stands before the first colon is the code; the server says which are none. */
export function notesOfText(text: string): InvoiceNote[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [code = "", ...rest] = line.split(":");
      return { subjectCode: code.trim().toUpperCase(), text: rest.join(":").trim() };
    });
}
