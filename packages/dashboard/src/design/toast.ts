import { useSyncExternalStore } from "react";
import { reasonOf } from "./reason.ts";

export interface Toast {
  readonly text: string;
  readonly tone?: "good" | "bad";
  /** What takes it back, where that can be done. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly id: number;
}

let shown: readonly ShownToast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** What is told of at the moment. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, () => shown);
}

/** Tells of something that was done, at the corner of the page, for a few seconds. */
export function toast(one: Toast): void {
  last += 1;
  change([...shown, { ...one, id: last }]);
}

/** Tells why something could not be done, where no form stands open to say it. */
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
