import { createContext, useContext } from "react";

/** Closes the dialog around a component. Asks first if its fields are changed. */
export const DialogClose = createContext<(() => void) | null>(null);

export function useDialogClose(): () => void {
  const close = useContext(DialogClose);
  if (close === null) throw new Error("This component must be in a dialog.");
  return close;
}
