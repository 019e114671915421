import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Skeleton } from "./states.tsx";
import { reloadIfSafe } from "../loading/reload-if-safe.ts";

/** Replaces a part that could not be loaded: reloads the page, or tells the user to reload it. */
export function Unloaded() {
  const [isReloading, setReloading] = useState(true);
  useEffect(() => {
    void reloadIfSafe().then(setReloading);
  }, []);
  if (isReloading) return <Skeleton className="h-12 w-full" />;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft p-3 text-sm text-warn"
    >
      <p>
        {navigator.onLine
          ? "This part of the page could not be loaded, probably because Counterfoil was updated. Reload the page to continue. Unsaved changes will be lost."
          : "This part of the page could not be loaded because you're offline. Reload the page when you're back online."}
      </p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </div>
  );
}
