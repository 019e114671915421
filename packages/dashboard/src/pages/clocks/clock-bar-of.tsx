import { lazy, Suspense } from "react";

const ClockBar = lazy(async () => ({ default: (await import("./clock-bar.tsx")).ClockBar }));

/** The bar of an account that lives on a test clock; nothing for any other. It is loaded beside the page: few need it. */
export function ClockBarOf({ accountId }: { readonly accountId: string }) {
  return (
    <Suspense fallback={null}>
      <ClockBar accountId={accountId} />
    </Suspense>
  );
}
