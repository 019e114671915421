import { DropdownMenu } from "radix-ui";
import { classes } from "./classes.ts";
import type { MenuProps } from "./menu-props.ts";

/** The open list of a menu. It is loaded when the menu is first opened. */
export function MenuList({ trigger, items }: MenuProps) {
  return (
    // The rest of the page stays readable for screen readers, and the list is inside the page's main part.
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.querySelector("main")}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-md border border-line bg-surface p-1 shadow-over"
        >
          {items.map(({ id, name, icon, isDangerous, isDisabled, onSelect }) => (
            <DropdownMenu.Item
              key={id ?? name}
              disabled={isDisabled}
              onSelect={onSelect}
              className={classes(
                "flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken",
                isDangerous === true && "text-bad",
              )}
            >
              {icon}
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
