import type { Catalogue, CatalogueProductLine } from "../../../shared/billing-contract/catalogue.ts";
import type { ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import type { LinkTo } from "../catalogue-data/links.ts";

export function toProductLine(line: CatalogueProductLine, catalogue: Catalogue, linkTo: LinkTo): ProductLine {
  return {
    id: line.id,
    name: line.name,
    description: line.description,
    page_url: linkTo("line_page", { line: line.id }),
    plans: catalogue.plans.filter((plan) => plan.line === line.id).map((plan) => plan.id),
  };
}
