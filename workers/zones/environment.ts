import type { ZoneWriterObject } from "../../durable-objects/zone-writer/zone-writer-object.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";

/** The bindings and settings of the Worker; see wrangler.toml. */
export interface ZonesEnv extends JurisdictionSetting {
  ZONE_WRITER: DurableObjectNamespace<ZoneWriterObject>;
  ZONE_SERVERS: string;
  /** The secret server tokens; undefined if the secret is not set. */
  ZONE_SERVER_TOKENS?: string;
}
