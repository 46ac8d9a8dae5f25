import type { Currency } from "../../shared/platform/money.ts";
import type { SeedExtension } from "./seed-types.ts";

/**
 * Prices in cents: one year of a registration, a transfer, one year of a renewal. A transfer that adds no year is free, and
 * one that adds two costs two. `.qc.ca` is only renewed.
 */
type PriceList = [register: number, transfer: number, renew: number];

const featured: SeedExtension[] = [
  sell(".com", { CAD: [1799, 1799, 2199], EUR: [1199, 1199, 1449], USD: [1299, 1299, 1599] }),
  sell(".ca", { CAD: [1599, 1599, 1899], EUR: [1199, 1199, 1399], USD: [1299, 1299, 1499] }),
  sell(".net", { CAD: [1999, 1999, 2399], EUR: [1349, 1349, 1599], USD: [1499, 1499, 1799] }),
  sell(".org", { CAD: [1499, 1899, 2199], EUR: [999, 1299, 1499], USD: [1099, 1399, 1649] }),
  sell(".fr", { CAD: [1199, 1199, 1599], EUR: [799, 799, 1099], USD: [899, 899, 1199] }),
  sell(".eu", { CAD: [1099, 1299, 1499], EUR: [699, 849, 999], USD: [799, 949, 1149] }),
  sell(".io", { CAD: [6499, 6999, 7499], EUR: [4299, 4699, 4999], USD: [4799, 4999, 5499] }),
  sell(".dev", { CAD: [1999, 1999, 2199], EUR: [1349, 1349, 1449], USD: [1499, 1499, 1599] }),
  sell(".app", { CAD: [2199, 2199, 2399], EUR: [1449, 1449, 1599], USD: [1599, 1599, 1749] }),
  sell(".quebec", { CAD: [3499, 3999, 4499], EUR: [2399, 2699, 2999], USD: [2599, 2899, 3299] }),
];

const others: SeedExtension[] = [
  sell(".africa", { CAD: [1499, 2499, 2899], EUR: [999, 1699, 1949], USD: [1099, 1849, 2099] }),
  sell(".agency", { CAD: [1299, 3999, 4299], EUR: [899, 2699, 2899], USD: [999, 2899, 3149] }),
  sell(".ai", { CAD: [12999, 27998, 13999], EUR: [8499, 17998, 8999], USD: [9499, 19998, 9999] }),
  sell(".alsace", { CAD: [4499, 5499, 5499], EUR: [2999, 3599, 3599], USD: [3299, 3999, 3999] }),
  sell(".at", { CAD: [1999, 0, 2199], EUR: [1299, 0, 1399], USD: [1499, 0, 1599] }),
  sell(".be", { CAD: [1099, 1099, 1399], EUR: [699, 699, 899], USD: [799, 799, 999] }),
  sell(".biz", { CAD: [2299, 2599, 2999], EUR: [1499, 1699, 1999], USD: [1699, 1899, 2199] }),
  sell(".blog", { CAD: [999, 3799, 4299], EUR: [599, 2499, 2799], USD: [699, 2799, 3099] }),
  sell(".bzh", { CAD: [3999, 4999, 4999], EUR: [2699, 3299, 3299], USD: [2999, 3599, 3599] }),
  sell(".cc", { CAD: [1499, 1899, 2099], EUR: [999, 1249, 1399], USD: [1099, 1349, 1549] }),
  sell(".ch", { CAD: [1599, 0, 1699], EUR: [999, 0, 1099], USD: [1199, 0, 1249] }),
  sell(".cloud", { CAD: [699, 2999, 3299], EUR: [449, 1999, 2199], USD: [499, 2199, 2399] }),
  sell(".co", { CAD: [1499, 4299, 4799], EUR: [999, 2799, 3199], USD: [1099, 3149, 3499] }),
  sell(".co.nz", { CAD: [2999, 0, 3199], EUR: [1999, 0, 2099], USD: [2199, 0, 2349] }),
  sell(".co.uk", { CAD: [1199, 0, 1399], EUR: [749, 0, 899], USD: [899, 0, 999] }),
  sell(".com.au", { CAD: [2199, 0, 2499], EUR: [1449, 0, 1649], USD: [1599, 0, 1799] }),
  sell(".company", { CAD: [1499, 2199, 2499], EUR: [999, 1449, 1649], USD: [1099, 1599, 1799] }),
  sell(".consulting", { CAD: [3499, 5499, 5999], EUR: [2299, 3699, 3999], USD: [2499, 3999, 4399] }),
  sell(".corsica", { CAD: [4499, 5499, 5499], EUR: [2999, 3599, 3599], USD: [3299, 3999, 3999] }),
  sell(".de", { CAD: [999, 1099, 1299], EUR: [599, 699, 849], USD: [699, 799, 949] }),
  sell(".design", { CAD: [1999, 6499, 6999], EUR: [1299, 4299, 4699], USD: [1499, 4699, 5099] }),
  sell(".digital", { CAD: [699, 4799, 5199], EUR: [449, 3199, 3499], USD: [499, 3499, 3799] }),
  sell(".email", { CAD: [899, 3699, 3999], EUR: [599, 2399, 2699], USD: [649, 2699, 2899] }),
  sell(".es", { CAD: [1099, 0, 1399], EUR: [699, 0, 949], USD: [799, 0, 999] }),
  sell(".group", { CAD: [1599, 2999, 3299], EUR: [1049, 1999, 2199], USD: [1149, 2199, 2399] }),
  sell(".ie", { CAD: [1999, 2299, 2699], EUR: [1299, 1499, 1799], USD: [1449, 1649, 1999] }),
  sell(".in", { CAD: [1199, 1499, 1799], EUR: [799, 999, 1199], USD: [849, 1099, 1299] }),
  sell(".info", { CAD: [599, 3199, 3499], EUR: [399, 2099, 2299], USD: [449, 2299, 2549] }),
  sell(".it", { CAD: [1099, 1099, 1599], EUR: [699, 699, 1049], USD: [799, 799, 1149] }),
  sell(".li", { CAD: [1599, 0, 1699], EUR: [999, 0, 1099], USD: [1199, 0, 1249] }),
  sell(".life", { CAD: [499, 4199, 4699], EUR: [349, 2799, 3099], USD: [399, 3099, 3399] }),
  sell(".lu", { CAD: [2999, 0, 3499], EUR: [1899, 0, 2299], USD: [2199, 0, 2499] }),
  sell(".me", { CAD: [1299, 2599, 2999], EUR: [849, 1699, 1999], USD: [949, 1899, 2199] }),
  sell(".me.uk", { CAD: [1199, 0, 1399], EUR: [749, 0, 899], USD: [899, 0, 999] }),
  sell(".media", { CAD: [1799, 4999, 5499], EUR: [1199, 3299, 3699], USD: [1299, 3699, 3999] }),
  sell(".mobi", { CAD: [999, 3999, 4499], EUR: [649, 2699, 2999], USD: [699, 2899, 3299] }),
  sell(".name", { CAD: [1499, 1699, 1899], EUR: [999, 1099, 1249], USD: [1099, 1199, 1399] }),
  sell(".net.au", { CAD: [2199, 0, 2499], EUR: [1449, 0, 1649], USD: [1599, 0, 1799] }),
  sell(".news", { CAD: [1399, 3999, 4399], EUR: [949, 2699, 2899], USD: [999, 2899, 3199] }),
  sell(".nl", { CAD: [1099, 0, 1299], EUR: [699, 0, 849], USD: [799, 0, 949] }),
  sell(".nz", { CAD: [2999, 0, 3199], EUR: [1999, 0, 2099], USD: [2199, 0, 2349] }),
  sell(".online", { CAD: [199, 4499, 4999], EUR: [149, 2999, 3299], USD: [149, 3299, 3599] }),
  sell(".org.uk", { CAD: [1199, 0, 1399], EUR: [749, 0, 899], USD: [899, 0, 999] }),
  sell(".page", { CAD: [1599, 1599, 1799], EUR: [1049, 1049, 1199], USD: [1149, 1149, 1299] }),
  sell(".paris", { CAD: [4999, 5999, 5999], EUR: [3299, 3999, 3999], USD: [3699, 4399, 4399] }),
  sell(".pro", { CAD: [599, 3599, 3999], EUR: [399, 2399, 2699], USD: [449, 2599, 2899] }),
  sell(".pt", { CAD: [1899, 1899, 2199], EUR: [1249, 1249, 1449], USD: [1399, 1399, 1599] }),
  sell(".qc.ca", { CAD: [1599, 1599, 1899], EUR: [1199, 1199, 1399], USD: [1299, 1299, 1499] }),
  sell(".re", { CAD: [1199, 1199, 1599], EUR: [799, 799, 1099], USD: [899, 899, 1199] }),
  sell(".services", { CAD: [1499, 4399, 4899], EUR: [999, 2899, 3199], USD: [1099, 3199, 3499] }),
  sell(".shop", { CAD: [299, 4799, 5199], EUR: [199, 3199, 3499], USD: [249, 3499, 3799] }),
  sell(".site", { CAD: [199, 4299, 4699], EUR: [149, 2899, 3099], USD: [149, 3149, 3399] }),
  sell(".solutions", { CAD: [999, 3599, 3999], EUR: [649, 2399, 2699], USD: [699, 2599, 2899] }),
  sell(".space", { CAD: [199, 3499, 3899], EUR: [149, 2299, 2599], USD: [149, 2499, 2799] }),
  sell(".store", { CAD: [249, 6499, 6999], EUR: [149, 4299, 4699], USD: [199, 4699, 5099] }),
  sell(".studio", { CAD: [1899, 4299, 4699], EUR: [1249, 2799, 3099], USD: [1399, 3099, 3399] }),
  sell(".tech", { CAD: [799, 6999, 7499], EUR: [549, 4699, 4999], USD: [599, 4999, 5499] }),
  sell(".tv", { CAD: [4499, 4999, 5499], EUR: [2999, 3299, 3699], USD: [3299, 3599, 3999] }),
  sell(".uk", { CAD: [1199, 0, 1399], EUR: [749, 0, 899], USD: [899, 0, 999] }),
  sell(".us", { CAD: [999, 1299, 1499], EUR: [649, 849, 999], USD: [699, 899, 1099] }),
  sell(".website", { CAD: [249, 3999, 4399], EUR: [149, 2699, 2899], USD: [199, 2899, 3199] }),
  sell(".world", { CAD: [599, 4899, 5299], EUR: [399, 3199, 3499], USD: [449, 3499, 3799] }),
  sell(".xyz", { CAD: [349, 1899, 2099], EUR: [199, 1249, 1399], USD: [249, 1349, 1549] }),
];

/** Every extension sold: the featured ones, then the others in alphabetical order. */
export const extensions: SeedExtension[] = [
  ...featured.map((extension) => ({ ...extension, featured: true })),
  ...others,
];

function sell(tld: string, lists: Record<Currency, PriceList>): SeedExtension {
  return { tld, prices: { CAD: named(lists.CAD), EUR: named(lists.EUR), USD: named(lists.USD) } };
}

function named([register, transfer, renew]: PriceList): SeedExtension["prices"][Currency] {
  return { register, transfer, renew };
}
