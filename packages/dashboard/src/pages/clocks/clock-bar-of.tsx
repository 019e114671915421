import { Suspense } from "react";

const ClockBar = whenShown(() => import("./clock-bar.tsx").then(({ ClockBar }) => ClockBar));

/** The bar of an account that lives on a test clock; nothing for any other. It is loaded beside the page: few need it. */
export function ClockBarOf({ accountId }: { readonly accountId: string }) {
  return (
    <Suspense fallback={null}>
      <ClockBar accountId={accountId} />
    </Suspense>
  );
}
import { whenShown } from "../../design/when-shown.tsx";
