import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isWriting } from "../list/is-writing.ts";
import { navigation } from "./navigation.ts";

const TWO_KEYS_WITHIN_MILLISECONDS = 900;
/** Before any key. Zero would be the moment at which the page began to load. */
const NEVER = -Infinity;

interface Keys {
  readonly onSearch: () => void;
  /** Called when the user asks for the keyboard shortcuts. */
  readonly onHelp: () => void;
}

/**
 * Ctrl or ⌘ K opens the search. / does too, except on a list, where it focuses the filter. G and a letter open a page (`navigation.ts`). ? shows the shortcuts. Ignored while
 * the user types.
 */
export function useKeys({ onSearch, onHelp }: Keys): void {
  const navigate = useNavigate();
  const wentAt = useRef(NEVER);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isSearch && (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))) return;
      const isSecond = event.timeStamp - wentAt.current < TWO_KEYS_WITHIN_MILLISECONDS;
      const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
      if (isSearch || (event.key === "/" && place === undefined)) {
        event.preventDefault();
        const filter = isSearch ? null : document.querySelector<HTMLElement>("[data-list-filter]");
        if (filter === null) onSearch();
        else filter.focus();
      } else if (place !== undefined) {
        event.preventDefault();
        wentAt.current = NEVER;
        void navigate({ to: place.to });
      } else if (event.key === "?") {
        event.preventDefault();
        onHelp();
      } else if (event.key === "g") wentAt.current = event.timeStamp;
    };
    // Runs before the keys of a table: J moves through its rows, but after G it opens the journal.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, onSearch, onHelp]);
}

const places = navigation.flatMap((group) => group.places);
