import type { Me } from "@counterfoil/sdk";
import { useEffect, useRef } from "react";
import { forgetUnsaved } from "../design/unsaved.ts";
import { leaveSession, useIsExpired } from "../server/expired-session.ts";

/**
 * Opens the sign-in page, which returns to this page, if no one is signed in when the page loads. Loads the page again if
 * another person signs in, for example in another tab.
 */
export function useSamePerson(me: Me | undefined): void {
  const isExpired = useIsExpired();
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (me !== undefined || !isExpired) return;
    const { pathname, search } = window.location;
    leaveSession();
    window.location.assign(`/app/sign-in?to=${encodeURIComponent(pathname + search)}`);
  }, [me, isExpired]);
  useEffect(() => {
    if (me === undefined) return;
    first.current ??= me.id;
    if (first.current === me.id) return;
    forgetUnsaved();
    window.location.reload();
  }, [me]);
}
