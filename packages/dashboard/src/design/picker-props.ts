import type { ReactNode } from "react";

export interface PickerOption {
  readonly value: string;
  readonly name: string;
  readonly note?: string | undefined;
}

export interface PickerProps {
  readonly label: string;
  /** What stands on the button. */
  readonly shown: ReactNode;
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  /** Where the options come from a search: asked for what is written. Without it the options are narrowed here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Several may be chosen: it stays open. */
  readonly several?: boolean;
  readonly isLoading?: boolean;
  readonly isLabelVisible?: boolean;
  readonly className?: string;
}
