import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { IconButton } from "../design/button.tsx";
import { Failure, Skeleton } from "../design/states.tsx";
import { Toasts } from "../design/toast.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { Offline } from "./offline.tsx";
import { Palette } from "./palette.tsx";
import { SideBar } from "./side-bar.tsx";
import { meQuery, organizationQuery } from "./session.ts";
import { useKeys } from "./keys.ts";

/** The frame around every page: where one can go, who one is, and the page itself. */
export function Shell() {
  const me = useQuery(meQuery);
  const organization = useQuery(organizationQuery);
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const help = useCallback(() => setHelping(true), []);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  useKeys({ onSearch: search, onHelp: help });

  if (me.error !== null || organization.error !== null) {
    return (
      <Failure
        error={me.error ?? organization.error}
        onRetry={() => void Promise.all([me.refetch(), organization.refetch()])}
      />
    );
  }
  if (me.data === undefined || organization.data === undefined) return <Beginning />;
  return (
    <div className="lg:pl-60 print:!pl-0">
      <a
        href="#page"
        className="sr-only z-50 rounded-md bg-surface p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <SideBar isOpen={isOpen} onClose={() => setOpen(false)} onSearch={() => setSearching(true)} />
      <div className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-surface px-2 lg:hidden print:!hidden">
        <IconButton label="Open the menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <MenuIcon className="size-5" />
        </IconButton>
        <span className="min-w-0 flex-1 truncate font-medium">{organization.data.name}</span>
        <IconButton label="Search" onClick={() => setSearching(true)}>
          <Search className="size-5" />
        </IconButton>
      </div>
      <Offline />
      <main id="page" tabIndex={-1} className="min-w-0 outline-none">
        <Suspense
          fallback={
            <div className="p-8">
              <Skeleton className="h-96 w-full" />
            </div>
          }
        >
          <Outlet />
        </Suspense>
      </main>
      <Palette isOpen={isSearching} onClose={() => setSearching(false)} onKeys={help} />
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
      <Toasts />
    </div>
  );
}

function Beginning() {
  return (
    <div role="status" aria-label="Loading" className="lg:pl-60">
      <div className="fixed inset-y-0 left-0 hidden w-60 border-r border-line bg-surface lg:block" />
      <div className="p-8">
        <Skeleton className="mb-6 h-8 w-64" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
