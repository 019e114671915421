import type { ReactElement, ReactNode } from "react";
import { ENGLISH } from "./texts.ts";

export interface PortalButtonProps {
  /** Where your server has the billing handler: `/api/billing` by default. */
  readonly action?: string | undefined;
  /** The label; "Manage billing" by default. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/**
 * Opens the customer portal. It is a form, so it works before the page's scripts have loaded, and no link to the portal
 * exists until the customer asks for one.
 */
export function PortalButton({ action = "/api/billing", children, className }: PortalButtonProps): ReactElement {
  return (
    <form className="cf-portal" action={action} method="post">
      <button type="submit" className={["cf-button", className].filter(Boolean).join(" ")}>
        {children ?? ENGLISH.managePortal}
      </button>
    </form>
  );
}
