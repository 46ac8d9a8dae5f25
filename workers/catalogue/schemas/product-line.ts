import * as z from "zod";
import type { Catalogue, CatalogueProductLine } from "../../../shared/billing-contract/catalogue.ts";
import type { LinkTo } from "../links.ts";

export const ProductLine = z
  .object({
    id: z.string().describe("Stable id, such as `web-hosting`; what the parameter `line` takes."),
    name: z.string(),
    description: z.string(),
    page_url: z.url().describe("The provider's page about the line."),
    plans: z.array(z.string()).describe("Ids of its plans."),
  })
  .meta({ id: "ProductLine" });

/** The published shape of a product line. */
export function toProductLine(
  line: CatalogueProductLine,
  catalogue: Catalogue,
  linkTo: LinkTo,
): z.output<typeof ProductLine> {
  return {
    id: line.id,
    name: line.name,
    description: line.description,
    page_url: linkTo("line_page", { line: line.id }),
    plans: catalogue.plans.filter((plan) => plan.line === line.id).map((plan) => plan.id),
  };
}
