/** A number may hold anything the organization's format says; a file name may not. */
export function fileNameOf(number: string): string {
  return number.replaceAll(/[^\w.-]/g, "_");
}
