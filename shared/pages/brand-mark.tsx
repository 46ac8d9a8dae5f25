import { type Brand, brandLetter } from "./brand.ts";

/** The provider's logo, or its first letter, and its name. */
export function BrandMark({ brand }: { brand: Brand }) {
  return (
    <>
      {brand.logo ? (
        <img src={brand.logo.href} alt="" />
      ) : (
        <span class="letter" aria-hidden="true">
          {brandLetter(brand)}
        </span>
      )}
      <span>{brand.name}</span>
    </>
  );
}
