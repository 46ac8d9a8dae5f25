/** The maximum size of an application's stored record, in bytes. */
const MAX_RECORD_BYTES = 4 * 1024;
export const MAX_REDIRECTS = 20;
/** The maximum number of characters in an application's name. */
export const MAX_NAME = 200;

/** Checks whether a record, in the OAuth library's format, exceeds the maximum size. */
export function isTooLarge(record: string): boolean {
  return new TextEncoder().encode(record).length > MAX_RECORD_BYTES;
}
