/** The versions of the platform data that dates, numbers, names of languages and zones are written with. */

/** Such as `icu 78.2, cldr 48.0, tz 2026a`. */
export const platformVersions = (): string =>
  ["icu", "cldr", "tz"].map((name) => `${name} ${process.versions[name] ?? "none"}`).join(", ");
