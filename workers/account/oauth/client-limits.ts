/** What is kept of an application, however it made itself known. */
const MAX_RECORD_BYTES = 4 * 1024;
export const MAX_REDIRECTS = 20;
/** Characters. */
export const MAX_NAME = 200;

/** Whether a record, as the OAuth library stores it, is larger than what is kept. */
export function isTooLarge(record: string): boolean {
  return new TextEncoder().encode(record).length > MAX_RECORD_BYTES;
}
