/** Figures as they are shown. Pure. */

export const rounded = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;
