/** Bindings and settings of the Worker, see wrangler.toml. */
export interface ZonesEnv {
  ZONE_SERVERS: string;
  /** A secret; undefined where it is not set. */
  ZONE_SERVER_TOKENS?: string;
}
