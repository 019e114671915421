import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { whenShown } from "../app/when-shown.tsx";

const MenuList = whenShown(() => import("./menu-list.tsx").then(({ MenuList }) => MenuList));

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

/** A list of actions below a button. */
export function Menu({ trigger, items }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = cloneElement(trigger, { "aria-haspopup": "menu", onClick: () => setWanted(true) });
  return isWanted ? (
    <Suspense fallback={button}>
      <MenuList trigger={trigger} items={items} />
    </Suspense>
  ) : (
    button
  );
}
