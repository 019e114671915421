import type { ReactNode } from "react";

export interface PickerOption {
  readonly value: string;
  readonly name: string;
  readonly note?: string | undefined;
}

export interface PickerProps {
  readonly label: string;
  /** The content of the button. */
  readonly shown: ReactNode;
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  /**
   * Called with the typed text if the options come from a server search. Otherwise the picker filters the options
   * itself.
   */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Offers to create the typed text, if no option has this name. */
  readonly onCreate?: ((text: string) => void) | undefined;
  /** Allows several choices, so the picker stays open. */
  readonly several?: boolean;
  readonly isLoading?: boolean;
  readonly isLabelVisible?: boolean;
  readonly className?: string;
}
