import type { OrganizationDocumentTemplate } from "@counterfoil/sdk";

export interface DocumentLook {
  readonly brandColor: string;
  readonly documentTemplate: OrganizationDocumentTemplate;
}
