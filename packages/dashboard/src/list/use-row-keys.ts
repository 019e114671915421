import { type RefObject, useLayoutEffect, useRef } from "react";
import { isWriting } from "./is-writing.ts";

interface RowKeys {
  /** The number of rows, or 0 if rows do not open anything. */
  readonly length: number;
  /** Scrolls to a row. */
  readonly show: (index: number) => void;
  /** Selects a row, or with `isRange` all rows from the last selected one to it. */
  readonly select?: ((index: number, isRange: boolean) => void) | undefined;
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** After scrolling, a row is drawn one or two frames later. */
const MOST_FRAMES = 12;

/**
 * J and K move through the rows of a table from anywhere on the page, and the arrow keys do if the focus is in the
 * table. Enter opens the row, because the focus is then on its link or button. X selects the row.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, keys: RowKeys): void {
  const latest = useRef(keys);
  // In the same moment in which rows are drawn, because React does not finish other effects before keys of the window.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { length, show, select } = latest.current;
      const step = STEPS[event.key];
      const element = body.current;
      if (event.key.toLowerCase() === "x" && select !== undefined) return selectFocused(event, element, select);
      if (step === undefined || element === null || length === 0 || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isWriting(event.target)) return;
      const isInside = element.contains(document.activeElement);
      if (event.key.startsWith("Arrow") ? !isInside : !isInside && !isFirst(element)) return;
      // Dialogs and menus have their own keys.
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

function selectFocused(
  event: KeyboardEvent,
  body: HTMLElement | null,
  select: (index: number, isRange: boolean) => void,
): void {
  const row = document.activeElement?.closest<HTMLElement>("tr[data-index]");
  if (row === null || row === undefined || body?.contains(row) !== true || isWriting(event.target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  select(Number(row.dataset["index"]), event.shiftKey);
}

function focusRow(body: HTMLTableSectionElement, index: number, frames: number): void {
  const opener = body.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-opens-row]`);
  if (opener !== null) opener.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(body, index, frames - 1));
}

/** If the page has several tables, the keys move through the first. */
function isFirst(body: HTMLTableSectionElement): boolean {
  return document.querySelector("table[data-rows-open] > tbody") === body;
}
