import "../counting/count-bindings.ts";
import site from "../../../workers/site/site.worker.ts";
import { countedHandler } from "../counting/count-classes.ts";

/** The front door, wrapped to count its usage. */
export default { ...site, fetch: countedHandler("site", site.fetch) };
