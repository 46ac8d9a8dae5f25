/** A provider's brand settings. Those that most tests ignore are empty. */
export const SAMPLE_BRAND = {
  BRAND_NAME: "Maple Hosting",
  BRAND_COLOUR: "#0b6e4f",
  BRAND_LOGO_URL: "",
  BRAND_MENU: "",
  BRAND_LINKS: "",
  SOCIAL_IMAGE: "",
  TERMS_URL: "",
  STATUS_URL: "",
  PRIVACY_URL: "",
  SUPPORT_URL: "",
  SIGN_UP_URL: "",
};
