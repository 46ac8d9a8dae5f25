import { randomBytes } from "node:crypto";

/** A form in Stripe's format: names in brackets are nested members. */
export type Form = { [name: string]: string | Form };

/** An error of Stripe's, in its own words. */
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

/** The form in a body or an address. */
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

/** The nested form under a path; empty if there is none. */
export function at(form: Form, ...path: string[]): Form {
  let members: Form = form;
  for (const part of path) {
    const next = members[part];
    members = typeof next === "object" ? next : {};
  }
  return members;
}
