import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isWriting } from "../list/is-writing.ts";
import { navigation } from "./navigation.ts";

const TWO_KEYS_WITHIN_MILLISECONDS = 900;

interface Keys {
  readonly onSearch: () => void;
  /** Wants to know the keys. */
  readonly onHelp: () => void;
}

/** Ctrl or ⌘ K and / search; G and a letter go to a place (`navigation.ts`); ? shows the keys. Nothing while somebody writes. */
export function useKeys({ onSearch, onHelp }: Keys): void {
  const navigate = useNavigate();
  const wentAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isSearch && (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))) return;
      const isSecond = event.timeStamp - wentAt.current < TWO_KEYS_WITHIN_MILLISECONDS;
      const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
      if (isSearch || (event.key === "/" && place === undefined)) {
        event.preventDefault();
        onSearch();
      } else if (place !== undefined) {
        event.preventDefault();
        wentAt.current = 0;
        void navigate({ to: place.to });
      } else if (event.key === "?") {
        event.preventDefault();
        onHelp();
      } else if (event.key === "g") wentAt.current = event.timeStamp;
    };
    // Before the keys of a table: J walks its rows, and after G leads to the journal.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, onSearch, onHelp]);
}

const places = navigation.flatMap((group) => group.places);
