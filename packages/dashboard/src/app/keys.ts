import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { navigation } from "./navigation.ts";

const TWO_KEYS_WITHIN_MILLISECONDS = 900;

/** Ctrl or ⌘ K and / search; G and a letter go to a place (`navigation.ts`). Nothing while somebody writes. */
export function useKeys({ onSearch }: { readonly onSearch: () => void }): void {
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
      } else if (event.key === "g") wentAt.current = event.timeStamp;
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [navigate, onSearch]);
}

const places = navigation.flatMap((group) => group.places);

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
