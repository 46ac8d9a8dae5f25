declare module "punycode/punycode.es6.js" {
  /** The Unicode form of a name in A-label form (RFC 3492). */
  export function toUnicode(name: string): string;
}
