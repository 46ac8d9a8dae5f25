import { randomBytes } from "node:crypto";

/** A form as Stripe reads it: members in brackets are members of members. */
export type Form = { [name: string]: string | Form };

/** What Stripe refuses, in its own words. */
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

/** The members of a member; none where there is no such. */
export function at(form: Form, ...path: string[]): Form {
  let members: Form = form;
  for (const part of path) {
    const next = members[part];
    members = typeof next === "object" ? next : {};
  }
  return members;
}
