import { Link } from "@tanstack/react-router";
import { ExternalLink, Search, X } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { ModeSwitch } from "./mode-switch.tsx";
import { navigation } from "./navigation.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { useMay, useOrganization } from "../server/session.ts";
import icon from "../design/icon.svg?inline";

interface SideBarProps {
  /** On phones, where it covers the page. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSearch: () => void;
}

/** Documentation that the server itself serves. */
const REFERENCES = [
  { to: "/docs/", name: "Documentation" },
  { to: "/docs/reference", name: "API reference" },
] as const;

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
        <div className="flex items-center gap-2 px-3 pt-2 pb-1">
          <img src={icon} alt="" className="size-6" />
          <span className="min-w-0 flex-1 truncate text-base font-semibold">{name}</span>
          <span className="hidden lg:short:block">
            <IconButton label="Search" onClick={onSearch}>
              <Search className="size-4" />
            </IconButton>
          </span>
          <NotificationBell className="max-lg:hidden" />
          <IconButton label="Close menu" onClick={onClose} className="lg:hidden">
            <X className="size-4" />
          </IconButton>
        </div>
        <ModeSwitch />
        <div className="px-3 pb-2 lg:short:hidden">
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
        <nav aria-label="Pages" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto px-3 pb-1">
          {navigation.map(({ group, places }) => (
            <div
              key={group ?? ""}
              className="border-line not-first:mt-1 not-first:border-t not-first:pt-1 lg:not-tall:not-first:mt-0.5"
            >
              {group !== null && (
                <h2 className="px-2 text-xs leading-5 font-medium text-muted lg:not-tall:sr-only">{group}</h2>
              )}
              <ul>
                {places
                  .filter(({ scope }) => scope === undefined || mayAdminister)
                  .map(({ to, name: place, icon: Icon }) => (
                    <li key={to}>
                      <Link
                        to={to}
                        activeOptions={{ exact: to === "/", includeSearch: false }}
                        className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted lg:h-6.5 lg:not-tall:h-6 hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
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
        <div className="flex gap-3 px-4 text-xs">
          {REFERENCES.map(({ to, name: text }) => (
            <a
              key={to}
              href={to}
              target="_blank"
              rel="noopener"
              className="inline-flex h-6 items-center gap-1 whitespace-nowrap text-muted hover:text-ink hover:underline"
            >
              {text}
              <ExternalLink aria-label="(opens a new tab)" className="size-3" />
            </a>
          ))}
        </div>
        <PersonMenu />
      </aside>
    </>
  );
}
