/**
 * The domain name in what a visitor typed or pasted into a box: without spaces around it, scheme, path, port, the part of
 * an e-mail address before the `@`, and `www.`. What is left is not checked; empty where nothing is.
 */
export function writtenName(text: string): string {
  const host = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "")
    .replace(/[/?#\\].*$/su, "")
    .replace(/^.*@/su, "")
    .replace(/:\d*$/, "")
    .trim();
  // `www.com` is a name of its own.
  return /^www\.[^.]+\../i.test(host) ? host.slice("www.".length) : host;
}
