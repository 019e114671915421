export { addressLines } from "./address-lines.ts";
