import * as z from "zod";
import type { ListAction } from "../action.ts";
import { id, localTime } from "../decode.ts";

const row = z.object({ id, relid: id, date: localTime, type: z.string() });

export type CancellationRow = z.output<typeof row>;

/** All requests to cancel, of every account; there is no filter. `relid` is the service. */
export const getCancelledPackages: ListAction<CancellationRow> = {
  name: "GetCancelledPackages",
  container: "packages",
  item: "package",
  rowMember: "relid",
  row,
  ownerOf: null,
  isPaged: true,
};
