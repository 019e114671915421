import type { FormEvent } from "react";

/** What was written in a field; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** The same, where nothing written means that there is no value. */
export function textOrNull(form: FormData, name: string): string | null {
  const text = textOf(form, name);
  return text === "" ? null : text;
}

/** A password as it was written: a space at its end belongs to it. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Words parted by commas or spaces. */
export function wordsOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split(/[,\s]+/)
    .filter((word) => word !== "");
}

/** Keeps the page, and hands on what was written. */
export function submitted(then: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form inside a dialog is, for React, inside whatever the dialog was opened from.
    event.stopPropagation();
    then(new FormData(event.currentTarget));
  };
}
