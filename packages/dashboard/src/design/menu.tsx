import { cloneElement, Suspense, useState } from "react";
import { whenShown } from "./when-shown.tsx";
import type { MenuProps } from "./menu-props.ts";

const MenuList = whenShown(() => import("./menu-list.tsx").then(({ MenuList }) => MenuList));

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
