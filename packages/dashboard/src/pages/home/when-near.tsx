import { useIsFetching } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How far below the window something is drawn before it is scrolled to. */
const NEAR_PIXELS = 100;

interface WhenNearProps {
  /** The height that is kept free until then, in rem. */
  readonly height: number;
  readonly children: ReactNode;
}

/**
 * Draws what the window does not show yet after what it shows: when everything that the page asks for has arrived and the
 * browser is idle, or when it comes near the window.
 */
export function WhenNear({ height, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const isWaiting = useIsFetching() > 0;
  // Before the first paint, so that what is in the window is there from the beginning.
  useLayoutEffect(() => {
    if (place.current !== null && isInWindow(place.current)) setDrawn(true);
  }, []);
  useEffect(() => {
    if (isDrawn || place.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(true);
      },
      { rootMargin: `${NEAR_PIXELS}px` },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isDrawn]);
  useEffect(() => {
    if (isDrawn || isWaiting) return;
    return whenIdle(() => startTransition(() => setDrawn(true)));
  }, [isDrawn, isWaiting]);
  if (isDrawn) return children;
  return (
    <div
      ref={place}
      aria-busy
      style={{ minHeight: `${height}rem` }}
      className="rounded-lg border border-line bg-surface shadow-raised"
    />
  );
}

function isInWindow(element: HTMLElement): boolean {
  return element.getBoundingClientRect().top < window.innerHeight;
}

/** Calls back when the browser is idle, and returns a function that cancels it. Safari has no idle callback. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback);
  return () => cancelIdleCallback(request);
}
