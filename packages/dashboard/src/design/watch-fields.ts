/** Keys that move through a form without changing it. */
const MOVES: ReadonlySet<string> = new Set(["Tab", "Escape", "Shift", "Control", "Alt", "Meta"]);
const FIELDS = "input, select, textarea, [role=switch], [aria-pressed], button[aria-haspopup=dialog]";

/** The fields of a part of a page, and whether the user changed their values. */
export interface WatchedFields {
  readonly isChanged: () => boolean;
  /** The current values are the initial ones from now on. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/**
 * Compares the values of all fields with those before the user's first input. Values that arrive later than the form,
 * such as the name of an account, are therefore no change. A form without fields, such as one that shows a result, is
 * unchanged.
 */
export function watchFields(part: HTMLElement): WatchedFields {
  let initial = valuesIn(part);
  let isTouched = false;
  const look = () => {
    if (!isTouched) initial = valuesIn(part);
  };
  const touch = (event: Event) => {
    look();
    if (!(event instanceof KeyboardEvent && MOVES.has(event.key))) isTouched = true;
  };
  // Filling in by a password manager or by speech has no key and no pointer.
  const fill = () => {
    isTouched = true;
  };
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal };
  part.addEventListener("focusin", look, options);
  part.addEventListener("pointerdown", touch, options);
  part.addEventListener("keydown", touch, options);
  part.addEventListener("input", fill, options);
  part.addEventListener("change", fill, options);
  return {
    isChanged: () => {
      if (!isTouched) return false;
      const now = valuesIn(part);
      return now.length > 0 && now.join("\n") !== initial.join("\n");
    },
    reset: () => {
      isTouched = false;
      look();
    },
    stop: () => stopping.abort(),
  };
}

function valuesIn(part: HTMLElement): string[] {
  return [...part.querySelectorAll(FIELDS)].flatMap((field) =>
    field.closest("[role=search]") === null ? [valueOf(field)] : [],
  );
}

function valueOf(field: Element): string {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return String(field.checked);
  if (field instanceof HTMLInputElement && field.type === "file") return [...(field.files ?? [])].map(nameOf).join();
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) {
    return JSON.stringify(field.value);
  }
  return field.getAttribute("aria-checked") ?? field.getAttribute("aria-pressed") ?? field.textContent;
}

function nameOf({ name }: File): string {
  return name;
}
