/** The part of the package that is used. The package's own types declare options and node properties as `any`. */
declare module "php-parser" {
  export class Engine {
    constructor(options: { parser: { version: string } });
    /**
     * Returns the syntax tree.
     * @throws {SyntaxError} for code that is not valid in this version of PHP
     */
    parseCode(code: string, file: string): { kind: string };
    /** Returns the tokens, each as text or as `[name, text, line]`. */
    tokenGetAll(code: string): (string | string[])[];
  }
}
