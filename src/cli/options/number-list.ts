/** Lists of numbers as options hold them: `1,2,4`. Pure. */

/** What each number of a list has to be. */
export interface NumberKind {
  readonly expected: string;
  readonly isOne: (text: string) => boolean;
}

export const DEPTH_LIST: NumberKind = {
  expected: "whole numbers from 1 to 999999 with commas between them, as 1,2,4",
  isOne: (text) => /^[1-9]\d{0,5}$/.test(text),
};

/** No floor of a source is higher than 1,000. */
export const FLOOR_LIST: NumberKind = {
  expected: "numbers from 0 to 1000 with commas between them, as 0,4,6.5",
  isOne: (text) => /^\d{1,4}(\.\d+)?$/.test(text) && Number(text) <= 1_000,
};

export const isNumberList = (text: string, { isOne }: NumberKind): boolean => text.split(",").every((one) => isOne(one));

/** Rising, each once. */
export const numbersOf = (text: string): readonly number[] => rising(text.split(",").map(Number));

export const rising = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].sort((a, b) => a - b);
