export {
  createOrganization,
  type OrganizationInput,
  putLogo,
  readOrganization,
  updateOrganization,
} from "./manage-organization.ts";
export { previewTemplate } from "./preview-template.ts";
