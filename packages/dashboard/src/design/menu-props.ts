import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";

export interface MenuItem {
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly items: readonly MenuItem[];
}
