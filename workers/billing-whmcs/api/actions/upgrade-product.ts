import * as z from "zod";
import type { ReadAction } from "../action.ts";
import { bool, text } from "../decode.ts";

/** What a change of product costs now. */
export interface UpgradePrice {
  /** As it is written: with the currency's prefix and suffix, or bare; negative for credit. */
  price: string;
  /** Another change of the service waits for its payment or is under way. */
  isOpen: boolean;
}

/** The calculation of a change: with `calconly`, nothing is done. */
export const calculateUpgrade: ReadAction<UpgradePrice> = {
  name: "UpgradeProduct",
  refusals: /^(?:service id not found|invalid billing cycle requested|unable to accept upgrade order)/i,
  answer: z
    .object({ price: text(60), upgradeinprogress: bool.optional().default(false) })
    .transform(({ price, upgradeinprogress: isOpen }) => ({ price, isOpen })),
};
