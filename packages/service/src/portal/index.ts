export { listPortalLinks, revokePortalLink } from "./manage-portal-links.ts";
export { admitByPortalToken, createPortalLink, openPortal, type OpenPortal } from "./portal-link.ts";
export { type PortalUsage, usageSoFar } from "./portal-usage.ts";
