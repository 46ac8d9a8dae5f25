/** The value of a parameter. Lists and maps become PHP arrays: `name[0]=…`, `name[key]=…`. No is said by leaving out: PHP takes `false` for yes. */
export type ParameterValue =
  | string
  | number
  | true
  | readonly (string | number)[]
  | Readonly<Record<string, string | number>>;

/** Parameters of an action; absent where undefined. */
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/**
 * The parameters as a form body. A list of one item is indexed too: since 8.6 WHMCS refuses a bare value where it expects an array.
 */
export function formBody(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value !== "object") form.append(name, String(value));
    else for (const [key, item] of Object.entries(value)) form.append(`${name}[${key}]`, String(item));
  }
  return form;
}
