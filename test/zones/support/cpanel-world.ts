import { afterEach, beforeEach } from "vitest";
import { CpanelSimulator } from "../../../dev/cpanel/cpanel-simulator.ts";
import type { ZonePlace, ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import { type RequestedZones, zonesOf } from "./zone-writers.ts";

export const ANA: ZonePlace = { server: "1", user: "studioana", zone: "studio-ana.ca" };

export function txt(name: string, ...data: string[]): ZoneRecord {
  return { name, type: "TXT", ttl: 300, data };
}

export function a(name: string, address = "192.0.2.77"): ZoneRecord {
  return { name, type: "A", ttl: 300, data: [address] };
}

/** Starts a simulated cPanel server for each test. Returns the server and its zones. */
export function useCpanel(): { readonly cpanel: CpanelSimulator; readonly zones: RequestedZones } {
  let cpanel: CpanelSimulator;
  let zones: RequestedZones;
  beforeEach(async () => {
    cpanel = await CpanelSimulator.start();
    zones = zonesOf(cpanel.settings);
  });
  afterEach(() => cpanel.stop());
  return {
    get cpanel() {
      return cpanel;
    },
    get zones() {
      return zones;
    },
  };
}
