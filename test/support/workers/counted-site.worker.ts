import "../counting/count-bindings.ts";
import site from "../../../workers/site/site.worker.ts";
import { countedHandler } from "../counting/count-classes.ts";

/** The front door as it is, with what it uses counted. */
export default { ...site, fetch: countedHandler("site", site.fetch) };
