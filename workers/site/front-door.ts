import { isUnder } from "../../shared/platform/addresses.ts";

/** A path, and the Worker that serves it and everything below. */
export interface Door {
  path: string;
  service: Pick<Fetcher, "fetch">;
}

type Handler = Required<Pick<ExportedHandler, "fetch">>;

/**
 * Forwards a request, unchanged, to the first Worker whose path matches, and everything else to the pages. Compares
 * addresses as text, because parsing each one would cost more than the rest of the hop.
 */
export function frontDoor(doors: Door[], pages: Handler): Handler {
  return {
    fetch(request, env, execution) {
      const door = doors.find(({ path }) => isUnder(path, request.url));
      return door ? door.service.fetch(request) : pages.fetch(request, env, execution);
    },
  };
}
