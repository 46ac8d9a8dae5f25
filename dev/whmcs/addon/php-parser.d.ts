/** The used part of the package: its own types have options and members of nodes as `any`. */
declare module "php-parser" {
  export class Engine {
    constructor(options: { parser: { version: string } });
    /** The syntax tree; throws a `SyntaxError` for code that is not PHP of the version. */
    parseCode(code: string, file: string): { kind: string };
    /** Texts, and tokens as `[name, text, line]`. */
    tokenGetAll(code: string): (string | string[])[];
  }
}
