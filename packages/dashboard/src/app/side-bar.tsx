import { Link } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { navigation } from "./navigation.ts";
import { PersonMenu } from "./person-menu.tsx";
import { useMay, useOrganization } from "../server/session.ts";

interface SideBarProps {
  /** On phones, where it lies over the page. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSearch: () => void;
}

export function SideBar({ isOpen, onClose, onSearch }: SideBarProps) {
  const { name } = useOrganization();
  const mayAdminister = useMay("admin");
  return (
    <>
      {isOpen && (
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="fixed inset-0 z-30 bg-black/45 lg:hidden"
        />
      )}
      <aside
        className={classes(
          "fixed inset-y-0 left-0 z-40 w-60 flex-col border-r border-line bg-surface lg:flex print:!hidden",
          isOpen ? "flex" : "hidden",
        )}
      >
        <div className="flex items-center gap-2 px-3 pt-3 pb-2">
          <img src="/app/icon.svg" alt="" className="size-7" />
          <span className="min-w-0 flex-1 truncate text-base font-semibold">{name}</span>
          <IconButton label="Close menu" onClick={onClose} className="lg:hidden">
            <X className="size-4" />
          </IconButton>
        </div>
        <div className="px-3 pb-2">
          <button
            type="button"
            onClick={onSearch}
            className="flex h-9 w-full items-center gap-2 rounded-md border border-line bg-ground px-2.5 text-sm text-muted hover:bg-sunken"
          >
            <Search aria-hidden className="size-4" />
            <span className="flex-1 text-left">Search or go to</span>
            <kbd className="rounded-sm border border-line px-1 font-sans text-xs">Ctrl K</kbd>
          </button>
        </div>
        <nav aria-label="Pages" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
          {navigation.map(({ group, places }) => (
            <div key={group ?? ""} className="mt-3 first:mt-0">
              {group !== null && <h2 className="px-2 pb-1 text-xs font-medium text-muted">{group}</h2>}
              <ul>
                {places
                  .filter(({ scope }) => scope === undefined || mayAdminister)
                  .map(({ to, name: place, icon: Icon }) => (
                    <li key={to}>
                      <Link
                        to={to}
                        activeOptions={{ exact: to === "/", includeSearch: false }}
                        className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
                      >
                        <Icon aria-hidden className="size-4 shrink-0" />
                        {place}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <PersonMenu />
      </aside>
    </>
  );
}
