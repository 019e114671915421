import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";

export interface MenuItem {
  /** If several items can have the same name. */
  readonly id?: string;
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly items: readonly MenuItem[];
}
