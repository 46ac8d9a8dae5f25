/** A contract's methods as functions of a context. */
export type ContractMethods<Context, Contract> = {
  [Name in keyof Contract]: Contract[Name] extends (...args: infer Args) => infer Result
    ? (context: Context, ...args: Args) => Result
    : never;
};
