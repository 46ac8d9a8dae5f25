import { expect, test } from "vitest";
import { linksOf } from "../../../workers/catalogue/catalogue-data/links.ts";

const ADDRESSES = { site: "https://maple.example", clientArea: "https://billing.maple.example" };
const CART = "{client_area}/cart.php?a=add&pid={product}&promocode={promotion}&lang={language}";

function links(template: string) {
  const templates = { line_page: "", plan_page: "", register_cart: "", transfer_cart: "", domains_cart: "" };
  return linksOf({ currency: "CAD", language: "en", links: { ...templates, plan_cart: template } }, ADDRESSES);
}

test("a cart link contains the discount code, or no parameter for it if there is no discount", () => {
  const cart = links(CART);
  const to = (values: Parameters<typeof cart>[1]) => cart("plan_cart", values);
  expect(to({ product: "12", promotion: "FIRST&1" })).toBe(
    "https://billing.maple.example/cart.php?a=add&pid=12&promocode=FIRST%261&lang=en",
  );
  for (const values of [{ product: "12" }, { product: "12", promotion: undefined }]) {
    expect(to(values)).toBe("https://billing.maple.example/cart.php?a=add&pid=12&lang=en");
  }
});
