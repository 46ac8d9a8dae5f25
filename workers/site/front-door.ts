import { isUnder } from "../../shared/platform/addresses.ts";

/** A path, and the Worker that serves the path and everything below it. */
export interface Door {
  path: string;
  service: Pick<Fetcher, "fetch">;
}

type Handler = Required<Pick<ExportedHandler, "fetch">>;

/**
 * Returns a handler that forwards each request, unchanged, to the first Worker with a matching path. All other requests
 * go to the pages. URLs are compared as text, because parsing each URL would cost more than the rest of the forwarding.
 */
export function frontDoor(doors: Door[], pages: Handler): Handler {
  return {
    fetch(request, env, execution) {
      const door = doors.find(({ path }) => isUnder(path, request.url));
      return door ? door.service.fetch(request) : pages.fetch(request, env, execution);
    },
  };
}
