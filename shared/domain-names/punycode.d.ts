declare module "punycode/punycode.es6.js" {
  /** Returns the Unicode form of a domain in A-label form (RFC 3492). */
  export function toUnicode(name: string): string;
}
