import * as z from "zod";
import type { ReadAction } from "../action.ts";
import { ACCESS } from "../ask-batch.ts";
import { orNull } from "../decode.ts";

/**
 * What a user may do with an account. The addon reads it from WHMCS's own table; only where that has no row is WHMCS's API asked, which
 * then has to say so too.
 */
export const getUserPermissions: ReadAction<{ permissions: string[] | null }> = {
  name: ACCESS,
  refusals: /^(?:user is not associated with client|invalid (?:user|client) id|(?:user|client) (?:id )?not found)\.?$/i,
  answer: z.object({ permissions: orNull(z.array(z.string())) }),
};
