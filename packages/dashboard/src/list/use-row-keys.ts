import { type RefObject, useEffect, useRef } from "react";
import { isWriting } from "./is-writing.ts";

interface RowKeys {
  /** Of rows that open something; 0 where they do not. */
  readonly length: number;
  /** Brings a row in sight. */
  readonly show: (index: number) => void;
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** A row that was scrolled to is drawn after a frame or two. */
const MOST_FRAMES = 12;

/**
 * J and K walk the rows of a table, from wherever one is on the page; the arrows do so once the focus is in it. Enter opens the row,
 * as what is in its first cell is a link or a button.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { length, show } = latest.current;
      const step = STEPS[event.key];
      const element = body.current;
      if (step === undefined || element === null || length === 0 || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isWriting(event.target)) return;
      const isInside = element.contains(document.activeElement);
      if (event.key.startsWith("Arrow") ? !isInside : !isInside && !isFirst(element)) return;
      // What lies over the page has keys of its own.
      if (document.querySelector("[role=dialog],[role=menu]") !== null) return;
      event.preventDefault();
      const row = document.activeElement?.closest("tr[data-index]");
      const at = isInside && row instanceof HTMLElement ? Number(row.dataset["index"]) : step === 1 ? -1 : length;
      const next = Math.min(length - 1, Math.max(0, at + step));
      show(next);
      focusRow(element, next, MOST_FRAMES);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [body]);
}

function focusRow(body: HTMLTableSectionElement, index: number, frames: number): void {
  const opener = body.querySelector<HTMLElement>(`tr[data-index="${index}"] > td:first-child :is(a, button)`);
  if (opener !== null) opener.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(body, index, frames - 1));
}

/** Of several tables on a page the first is walked. */
function isFirst(body: HTMLTableSectionElement): boolean {
  return document.querySelector("table[data-rows-open] > tbody") === body;
}
