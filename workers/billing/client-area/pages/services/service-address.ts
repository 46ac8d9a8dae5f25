import { PATHS } from "../../area-request.ts";

/** The query parameter that names the change that was just completed. */
export const DONE = "done";

export function pathOf(id: number, page: "" | "/plan" | "/cancel" | "/dns" = ""): string {
  return `${PATHS.services}/${id}${page}`;
}

/** The query parameter that names the field that was left empty. */
export const MISSING = "missing";
