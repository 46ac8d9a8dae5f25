import * as z from "zod";

/** The version of the addon's calls that this Worker makes. */
export const ADDON_VERSION = 1;

/** What the addon can do in its installation. */
export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string(),
  php: z.string(),
  /** Its hooks are loaded, so that it notes what is changed there. */
  hooks: z.boolean(),
  /** Its settings let it order and change things. */
  orders: z.boolean(),
  /** Whom orders are noted for; null where nobody is set. */
  administrator: z.object({ id: z.int().positive(), username: z.string() }).nullable(),
});

export type AddonStatus = z.output<typeof AddonStatus>;
