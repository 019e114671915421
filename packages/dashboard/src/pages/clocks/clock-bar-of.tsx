import { Suspense } from "react";

const ClockBar = whenShown(() => import("./clock-bar.tsx").then(({ ClockBar }) => ClockBar));

/**
 * The bar of an account with a test clock. Nothing for other accounts. It is loaded separately from the page, because
 * few pages need it.
 */
export function ClockBarOf({ accountId }: { readonly accountId: string }) {
  return (
    <Suspense fallback={null}>
      <ClockBar accountId={accountId} />
    </Suspense>
  );
}
import { whenShown } from "../../design/when-shown.tsx";
