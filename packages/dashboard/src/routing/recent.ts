import { useEffect } from "react";
import { useOrganization } from "../server/session.ts";

/** An object that was opened in this browser. */
export interface Recent {
  /** The path of its page. */
  readonly to: string;
  readonly name: string;
  /** What it is: "Account". */
  readonly kind: string;
}

const MOST = 10;

/** Remembers that the page of an object was opened, for the command palette. Waits while the name is not loaded. */
export function useRecent(one: { readonly [Member in keyof Recent]: string | undefined }): void {
  const { id } = useOrganization();
  const { to, name, kind } = one;
  useEffect(() => {
    if (to === undefined || name === undefined || kind === undefined) return;
    write(id, withRecent(readRecent(id), { to, name, kind }));
  }, [id, to, name, kind]);
}

/** The list with the object first, at most ten. */
export function withRecent(before: readonly Recent[], one: Recent): readonly Recent[] {
  return [one, ...before.filter(({ to }) => to !== one.to)].slice(0, MOST);
}

/** The objects opened last in this organization, the newest first. Empty if the browser does not allow storage. */
export function readRecent(organizationId: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(organizationId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function write(organizationId: string, recent: readonly Recent[]): void {
  try {
    localStorage.setItem(keyOf(organizationId), JSON.stringify(recent));
  } catch {
    // The browser does not allow storage, or it is full. The list is only a convenience.
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null) return false;
  return "to" in value && "name" in value && "kind" in value && [value.to, value.name, value.kind].every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function keyOf(organizationId: string): string {
  return `recent:${organizationId}`;
}
