import { env } from "cloudflare:workers";
import type { Fetch } from "./mcp-server.ts";

const { CATALOGUE } = env as unknown as { CATALOGUE: Fetcher };

/** An origin for requests over the binding. The binding ignores the origin. */
export const CATALOGUE_ORIGIN = "http://localhost:8787";

/** Sends a request to the catalogue over the Worker's binding. */
export const fetchCatalogue: Fetch = (url, init) => CATALOGUE.fetch(url, init);
