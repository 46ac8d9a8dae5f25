/** The value of a parameter of an action, as PHP has it. No is said by leaving out: some actions take `false` for yes. */
export type ParameterValue =
  | string
  | number
  | true
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

/** Parameters of an action; absent where undefined. */
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/** An action's name and parameters. */
export interface ApiCall {
  action: string;
  parameters: Parameters;
}
