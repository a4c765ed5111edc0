/** Under what name words and rules stand that belong to every language. Pure. */
export const ANY = "any";
