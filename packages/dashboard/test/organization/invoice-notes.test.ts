import { expect, test } from "vitest";
import { notesOfText, textOfNotes } from "../../src/pages/organization/invoice-notes.ts";

test("legal notes are lines with their codes, and reading the text restores them", () => {
  const text = "PMD: Pénalités : trois fois le taux légal\nPMT: 40 €";
  const notes = [
    { subjectCode: "PMD", text: "Pénalités : trois fois le taux légal" },
    { subjectCode: "PMT", text: "40 €" },
  ];
  expect(notesOfText(text)).toEqual(notes);
  expect(textOfNotes(notes)).toBe(text);
  expect(notesOfText("\n aab :  Pas d'escompte \n\n")).toEqual([{ subjectCode: "AAB", text: "Pas d'escompte" }]);
  expect(notesOfText("no code")).toEqual([{ subjectCode: "NO CODE", text: "" }]); // refused by the server
  expect(notesOfText("")).toEqual([]);
});
