import { useEffect, useId } from "react";

/** An action of the current page, with the same function as its button. */
export interface PageAction {
  readonly name: string;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
}

const registered = new Map<string, readonly PageAction[]>();

/** Offers the actions of a page in the command palette while the page is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const id = useId();
  useEffect(() => {
    registered.set(id, actions);
    return () => {
      registered.delete(id);
    };
  }, [id, actions]);
}

/** The actions of the pages shown now. */
export function pageActions(): readonly PageAction[] {
  return [...registered.values()].flat();
}
