import { randomBytes } from "node:crypto";

/** A form in Stripe's format, in which brackets in a name mark nested fields. */
export type Form = { [name: string]: string | Form };

/** An error of Stripe, with Stripe's own wording. */
export class StripeError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Parses the form in a body or a query string. */
export function formIn(parameters: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of parameters) {
    const [first = "", ...inner] = name.split("[").map((part) => part.replace(/\]$/, ""));
    const path = [first, ...inner];
    let members = form;
    for (const part of path.slice(0, -1)) {
      const next = members[part];
      members[part] = typeof next === "object" ? next : {};
      members = members[part] as Form;
    }
    members[path.at(-1) ?? ""] = value;
  }
  return form;
}

/** Returns the nested form under a path; an empty form if there is none. */
export function at(form: Form, ...path: string[]): Form {
  let members: Form = form;
  for (const part of path) {
    const next = members[part];
    members = typeof next === "object" ? next : {};
  }
  return members;
}
