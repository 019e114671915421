import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { replyToDiscard, useIsAskingToDiscard } from "../design/ask-to-discard.ts";
import { IconButton } from "../design/button.tsx";
import { Failure, Skeleton } from "../design/states.tsx";
import { useToasts } from "../design/toast.ts";
import { SandboxBadge } from "./mode-switch.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { Offline } from "./offline.tsx";
import { PaletteWaiting } from "./palette-waiting.tsx";
import { SideBar } from "./side-bar.tsx";
import { useIsExpired } from "../server/expired-session.ts";
import { queries } from "../server/queries.ts";
import { meQuery, organizationQuery } from "../server/session.ts";
import { useKeys } from "./keys.ts";
import { useLeaving } from "./use-leaving.ts";
import { useSamePerson } from "./use-same-person.ts";
import { whenShown } from "../design/when-shown.tsx";

const KeysDialog = whenShown(() => import("./keys-dialog.tsx").then(({ KeysDialog }) => KeysDialog));
const Toasts = whenShown(() => import("../design/toasts.tsx").then(({ Toasts }) => Toasts));
const DiscardDialog = whenShown(() =>
  import("../design/discard-dialog.tsx").then(({ DiscardDialog }) => DiscardDialog),
);
const SignInAgain = whenShown(() => import("./sign-in-again.tsx").then(({ SignInAgain }) => SignInAgain));
const loadPalette = () => import("./palette.tsx").then(({ Palette }) => Palette);
const Palette = whenShown(loadPalette);

/** The frame around every page: navigation, the person's menu, and the page. */
export function Shell() {
  const me = useQuery(meQuery);
  const organization = useQuery(organizationQuery);
  const [isOpen, setOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [typed, setTyped] = useState("");
  const [isHelping, setHelping] = useState(false);
  const search = useCallback(() => {
    setTyped("");
    setSearching(true);
  }, []);
  const closeSearch = () => setSearching(false);
  const help = useCallback(() => setHelping(true), []);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  const isToasting = useToasts().length > 0;
  const isExpired = useIsExpired();
  const isAskingToDiscard = useIsAskingToDiscard();
  useSamePerson(me.data);
  useLeaving();
  useKeys({ onSearch: search, onHelp: help });
  useEffect(() => {
    // Loads the palette after the page and its data, but before a user opens it.
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return;
      clearInterval(timer);
      void loadPalette().catch(() => undefined);
    }, 3_000);
    return () => clearInterval(timer);
  }, []);

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
        Skip to content
      </a>
      <SideBar isOpen={isOpen} onClose={() => setOpen(false)} onSearch={search} />
      <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-surface px-2 lg:hidden print:!hidden">
        <IconButton label="Open menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <MenuIcon className="size-5" />
        </IconButton>
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <span className="truncate font-medium">{organization.data.name}</span>
          <SandboxBadge />
        </span>
        <NotificationBell />
        <IconButton label="Search" onClick={search}>
          <Search className="size-5" />
        </IconButton>
      </header>
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
      {isSearching && (
        <Suspense fallback={<PaletteWaiting text={typed} onText={setTyped} onClose={closeSearch} />}>
          <Palette typed={typed} onClose={closeSearch} onKeys={help} />
        </Suspense>
      )}
      <Suspense fallback={null}>{isExpired && <SignInAgain me={me.data} />}</Suspense>
      <Suspense fallback={null}>{isAskingToDiscard && <DiscardDialog onReply={replyToDiscard} />}</Suspense>
      <Suspense fallback={null}>
        {isToasting && <Toasts />}
        {isHelping && <KeysDialog onClose={() => setHelping(false)} />}
      </Suspense>
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
