import type { Language } from "../../../../shared/platform/language.ts";
import { PROVINCES } from "../../engine/accounts/countries.ts";

/**
 * The names for the codes in {@link PROVINCES}, in the same order. The French names follow the Government of Canada.
 */
const NAMES: Record<string, Record<Language, string>> = {
  CA: {
    en: "Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Northwest Territories|Nunavut|Ontario|Prince Edward Island|Quebec|Saskatchewan|Yukon",
    fr: "Alberta|Colombie-Britannique|Manitoba|Nouveau-Brunswick|Terre-Neuve-et-Labrador|Nouvelle-Écosse|Territoires du Nord-Ouest|Nunavut|Ontario|Île-du-Prince-Édouard|Québec|Saskatchewan|Yukon",
  },
  US: {
    en: "Alaska|Alabama|Arkansas|Arizona|California|Colorado|Connecticut|District of Columbia|Delaware|Florida|Georgia|Hawaii|Iowa|Idaho|Illinois|Indiana|Kansas|Kentucky|Louisiana|Massachusetts|Maryland|Maine|Michigan|Minnesota|Missouri|Mississippi|Montana|North Carolina|North Dakota|Nebraska|New Hampshire|New Jersey|New Mexico|Nevada|New York|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Virginia|Vermont|Washington|Wisconsin|West Virginia|Wyoming",
    fr: "Alaska|Alabama|Arkansas|Arizona|Californie|Colorado|Connecticut|District de Columbia|Delaware|Floride|Géorgie|Hawaï|Iowa|Idaho|Illinois|Indiana|Kansas|Kentucky|Louisiane|Massachusetts|Maryland|Maine|Michigan|Minnesota|Missouri|Mississippi|Montana|Caroline du Nord|Dakota du Nord|Nebraska|New Hampshire|New Jersey|Nouveau-Mexique|Nevada|New York|Ohio|Oklahoma|Oregon|Pennsylvanie|Rhode Island|Caroline du Sud|Dakota du Sud|Tennessee|Texas|Utah|Virginie|Vermont|Washington|Wisconsin|Virginie-Occidentale|Wyoming",
  },
};

/** Returns the provinces and states of each country, sorted by name. */
export function provincesOf(language: Language): [country: string, provinces: [code: string, name: string][]][] {
  return Object.entries(PROVINCES).map(([country, codes]) => {
    const names = NAMES[country]?.[language].split("|") ?? [];
    const provinces = codes.map((code, index): [string, string] => [code, names[index] ?? code]);
    return [country, provinces.toSorted(([, one], [, other]) => one.localeCompare(other, language))];
  });
}
