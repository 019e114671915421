import { type RefCallback, useEffect, useRef, useState } from "react";
import { watchFields, type WatchedFields } from "./watch-fields.ts";

/** Whether a form contains changes that are not saved. */
type IsChanged = () => boolean;

/** The open forms. */
const forms = new Set<IsChanged>();

/** Whether any open form contains changes that are not saved. Then leaving the page asks first. */
export function hasUnsaved(): boolean {
  return [...forms].some((isChanged) => isChanged());
}

/** Gives up all changes: the user agreed to discard them. */
export function forgetUnsaved(): void {
  forms.clear();
}

/** A form that knows its changes: leaving it asks first while it is changed. */
export function useUnsaved(isChanged: boolean): void {
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  }, [isChanged]);
  useEffect(() => register(() => latest.current), []);
}

/** A form whose initial state is the draft at the first render: leaving it asks first while the draft differs. */
export function useUnsavedDraft(draft: unknown): void {
  const [initial] = useState(draft);
  useUnsaved(differs(draft, initial));
}

/** Whether a draft differs from its initial state. Both contain only JSON values. */
export function differs<Draft>(draft: Draft, initial: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(initial);
}

interface UnsavedFields {
  /** For the element that contains the fields. */
  readonly attach: RefCallback<HTMLElement>;
  readonly isChanged: IsChanged;
}

/**
 * A form that keeps its values in its fields: leaving it asks first while a field is changed. When `saved` changes, such
 * as the time of the last change, the current values are the saved ones.
 */
export function useUnsavedFields(saved?: unknown): UnsavedFields {
  const [fields] = useState(createUnsavedFields);
  useEffect(() => fields.reset(), [fields, saved]);
  return fields;
}

function createUnsavedFields(): UnsavedFields & { readonly reset: () => void } {
  let watched: WatchedFields | null = null;
  const isChanged = () => watched?.isChanged() === true;
  return {
    attach(part) {
      if (part === null) return;
      const fields = watchFields(part);
      watched = fields;
      const unregister = register(isChanged);
      return () => {
        unregister();
        fields.stop();
        watched = null;
      };
    },
    isChanged,
    reset: () => watched?.reset(),
  };
}

function register(isChanged: IsChanged): () => void {
  forms.add(isChanged);
  return () => forms.delete(isChanged);
}
