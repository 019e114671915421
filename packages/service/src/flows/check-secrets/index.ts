export { checkSecrets } from "./check-secrets.ts";
