import type { PersonRole } from "@counterfoil/sdk";

export const ROLES: readonly (readonly [PersonRole, name: string, may: string])[] = [
  ["owner", "Owner", "Full access, including managing owners"],
  ["admin", "Admin", "Full access except managing owners"],
  ["finance", "Finance", "Edit data, and issue, void, pay, and credit invoices"],
  ["developer", "Developer", "Edit data and send events"],
  ["viewer", "Viewer", "Read-only access"],
];
