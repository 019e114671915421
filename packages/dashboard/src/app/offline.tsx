import { useSyncExternalStore } from "react";

/** Says that the browser is offline, so the page may be out of date. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    (listener) => {
      window.addEventListener("online", listener);
      window.addEventListener("offline", listener);
      return () => {
        window.removeEventListener("online", listener);
        window.removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
  );
  if (isOnline) return null;
  return (
    <p role="status" className="sticky top-0 z-20 bg-warn-soft px-4 py-2 text-center text-sm text-warn">
      You're offline. This data may be out of date, and you can't make changes until you reconnect.
    </p>
  );
}
