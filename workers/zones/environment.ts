import type { ZoneWriterObject } from "../../durable-objects/zone-writer/zone-writer-object.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";

/** Bindings and settings of the Worker, see wrangler.toml. */
export interface ZonesEnv extends JurisdictionSetting {
  ZONE_WRITER: DurableObjectNamespace<ZoneWriterObject>;
  ZONE_SERVERS: string;
  /** A secret. Undefined if it is not set. */
  ZONE_SERVER_TOKENS?: string;
}
