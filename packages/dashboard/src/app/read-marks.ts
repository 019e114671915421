import { useSyncExternalStore } from "react";

/** Which notifications a person has read in an organization. The browser stores it. */
export interface ReadMarks {
  /** Every notification up to this ID is read. IDs ascend in the order in which notifications were written. */
  readonly upTo: string;
  /** Later ones that are read too. */
  readonly ids: readonly string[];
}

/** The most IDs that are stored one by one. More than this many are only read by "Mark all as read". */
const MOST = 500;

const listeners = new Set<() => void>();

/** The marks of a person in an organization, and a function to change them. Null if the browser has none yet. */
export function useReadMarks(
  personId: string,
  organizationId: string,
): [ReadMarks | null, (change: (marks: ReadMarks) => ReadMarks) => void] {
  const key = `counterfoil.read.${organizationId}.${personId}`;
  const stored = useSyncExternalStore(subscribe, () => readText(key));
  const change = (next: (marks: ReadMarks) => ReadMarks) => {
    writeText(key, JSON.stringify(next(parseMarks(readText(key)) ?? NOTHING_READ)));
    for (const listener of listeners) listener();
  };
  return [parseMarks(stored), change];
}

/** For an organization without notifications. Every ID is greater. */
export const NOTHING_READ: ReadMarks = { upTo: "", ids: [] };

export function isRead({ upTo, ids }: ReadMarks, id: string): boolean {
  return id <= upTo || ids.includes(id);
}

export function withRead(marks: ReadMarks, id: string): ReadMarks {
  return isRead(marks, id) ? marks : { ...marks, ids: [...marks.ids, id].slice(-MOST) };
}

/** Marks everything up to a notification. */
export function withAllRead({ upTo, ids }: ReadMarks, newest: string): ReadMarks {
  const last = newest > upTo ? newest : upTo;
  return { upTo: last, ids: ids.filter((id) => id > last) };
}

/** The stored marks. Null if there are none, or if they are not readable. */
export function parseMarks(text: string): ReadMarks | null {
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || !("upTo" in stored) || !("ids" in stored)) return null;
    const { upTo, ids } = stored;
    return typeof upTo === "string" && Array.isArray(ids) && ids.every((id) => typeof id === "string")
      ? { upTo, ids }
      : null;
  } catch {
    return null;
  }
}

function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The browser does not allow storage, or it is full. The notifications stay unread.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same browser.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
