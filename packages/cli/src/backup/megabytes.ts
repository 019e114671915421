const MEGABYTE = 1024 * 1024;

/** `52.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
