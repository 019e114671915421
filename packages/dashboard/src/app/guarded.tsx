import { Link, type RouteComponent, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClasses } from "../design/button.tsx";
import { Page } from "../design/page.tsx";
import { Empty } from "../design/states.tsx";
import { toWords } from "../format/words.ts";
import { rolesWith, type Scope, useMay, useMe } from "../server/session.ts";

/** A page that only people with a scope can open. Others see which roles can. */
export function guarded(scope: Scope | undefined, Guarded: RouteComponent): RouteComponent {
  if (scope === undefined) return Guarded;
  function GuardedPage(): ReactNode {
    return useMay(scope ?? "admin") ? <Guarded /> : <Forbidden scope={scope ?? "admin"} />;
  }
  return Object.assign(GuardedPage, { preload: async () => Guarded.preload?.() });
}

function Forbidden({ scope }: { readonly scope: Scope }) {
  const { organization } = useMe();
  const roles = rolesWith(scope).map((role) => toWords(role).toLowerCase());
  return (
    <Page title="Access denied">
      <Empty title="Your role is not allowed to open this page" action={<HomeLink />}>
        Your role in {organization?.name} is {toWords(organization?.role ?? "").toLowerCase()}. This page requires one
        of these roles: {roles.join(", ")}. An owner or admin can change your role.
      </Empty>
    </Page>
  );
}

/** The page of an address that does not exist, inside the shell. */
export function Missing() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <Empty title="This address doesn’t exist" action={<HomeLink />}>
        There is no page at <span className="font-mono wrap-anywhere">/app{pathname}</span>. Check the address, or
        choose a page from the menu.
      </Empty>
    </Page>
  );
}

function HomeLink() {
  return (
    <Link to="/" className={buttonClasses("primary")}>
      Go home
    </Link>
  );
}
