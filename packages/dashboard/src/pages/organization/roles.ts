import type { PersonRole } from "@counterfoil/sdk";

export const ROLES: readonly (readonly [PersonRole, name: string, may: string])[] = [
  ["owner", "Owner", "Everything, and makes and unmakes owners"],
  ["admin", "Admin", "Everything else: people, keys, settings"],
  ["finance", "Finance", "Reads, changes and bills: issues, voids, pays, credits"],
  ["developer", "Developer", "Reads, changes, and sends events"],
  ["viewer", "Viewer", "Reads"],
];
