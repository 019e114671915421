import { useSyncExternalStore } from "react";
import { reasonOf } from "./reason.ts";

export interface Toast {
  readonly text: string;
  readonly tone?: "good" | "bad";
  /** Undoes the action, if that is possible. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly id: number;
}

let shown: readonly ShownToast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** The toasts shown now. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, () => shown);
}

/** More would cover the page. The oldest ones go first. */
const MOST_TOASTS = 3;

/** Shows for a few seconds, in the corner of the page, that an action is done. */
export function toast(one: Toast): void {
  last += 1;
  change([...shown, { ...one, id: last }].slice(-MOST_TOASTS));
}

/** Shows why an action failed, if no open form can show it. */
export function toastFailure(error: unknown): void {
  toast({ text: reasonOf(error), tone: "bad" });
}

export function dismissToast(id: number): void {
  change(shown.filter((one) => one.id !== id));
}

function change(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
