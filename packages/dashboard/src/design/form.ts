import type { FormEvent } from "react";

/** The text of a field. Empty if the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** The text of a field, or null if it is empty. */
export function textOrNull(form: FormData, name: string): string | null {
  const text = textOf(form, name);
  return text === "" ? null : text;
}

/** A password as typed: a space at its end is part of it. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Words separated by commas or spaces. */
export function wordsOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split(/[,\s]+/)
    .filter((word) => word !== "");
}

/** Whether every field of a part of the page is right. If not, the first wrong one says so and gets the focus. */
export function areFieldsRight(part: ParentNode | null): boolean {
  const wrong = [
    ...(part?.querySelectorAll<HTMLInputElement>("input:invalid, select:invalid, textarea:invalid") ?? []),
  ];
  // The last one to report gets the focus.
  for (const field of wrong.toReversed()) field.reportValidity();
  return wrong.length === 0;
}

/** Handles a submit without leaving the page, and passes on the form's values. */
export function submitted(then: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In React's event system, a form in a dialog is inside the element that opened the dialog.
    event.stopPropagation();
    then(new FormData(event.currentTarget));
  };
}
