import type { MeOrganizationRole } from "@counterfoil/sdk";

export const ROLES: readonly (readonly [MeOrganizationRole, name: string, may: string])[] = [
  ["owner", "Owner", "Full access, including managing owners"],
  ["admin", "Admin", "Full access except managing owners"],
  ["finance", "Finance", "Edit data, and issue, void, pay, and credit invoices"],
  ["developer", "Developer", "Edit data and send events"],
  ["viewer", "Viewer", "Read-only access"],
];
