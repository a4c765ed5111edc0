/** Figures as they are shown. Pure. */

export const rounded = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** A figure beside the floor it lies under: four places, all of them where four would say that it reaches the floor. */
export const roundedUnder = (value: number, floor: number): number => {
  const short = rounded(value, 4);
  return short < floor ? short : value;
};

/** Four places, never more than the figure: a floor of as much lets it pass. */
export const roundedDown = (value: number): number => {
  const short = rounded(value, 4);
  return short <= value ? short : rounded(short - 0.0001, 4);
};
