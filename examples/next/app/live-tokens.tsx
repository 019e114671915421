"use client";

import { useBilling, useUsage } from "@counterfoil/sdk/react";

/** Follows the usage in the browser, from the data that the server rendered on. */
export function LiveTokens() {
  const { reload, isLoading, error } = useBilling();
  const tokens = useUsage("tokens");
  return (
    <p role="status">
      Tokens left: {tokens?.remaining ?? "none"}{" "}
      <button type="button" onClick={reload} disabled={isLoading}>
        Refresh
      </button>
      {error === null ? null : <span> {error.message}</span>}
    </p>
  );
}
