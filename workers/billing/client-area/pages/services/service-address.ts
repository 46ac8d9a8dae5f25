import { PATHS } from "../../area-request.ts";

/** The parameter of a service's page that names the completed change. */
export const DONE = "done";

export function pathOf(id: number, page: "" | "/plan" | "/cancel" | "/dns" = ""): string {
  return `${PATHS.services}/${id}${page}`;
}

/** The address parameter that names the missing field of a form. */
export const MISSING = "missing";
