/** The result of one check of the installation. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "fault";
  /** What was found, with the value. */
  readonly found: string;
  /** What to do; null if nothing is wrong. */
  readonly remedy: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, status: "ok", found, remedy: null };
}

export function warning(check: string, found: string, remedy: string): Finding {
  return { check, status: "warning", found, remedy };
}

export function fault(check: string, found: string, remedy: string): Finding {
  return { check, status: "fault", found, remedy };
}
