/** The organization's number format may contain any character, but a file name may not. */
export function fileNameOf(number: string): string {
  return number.replaceAll(/[^\w.-]/g, "_");
}
