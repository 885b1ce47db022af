/** The quantile of the normal distribution that leaves 2.5 % on either side. */
const Z = 1.959964;

/**
 * The lower bound of the 95 % interval of a rate (E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", 1927): the rate is higher than this in 39 of 40 cases.
 *
 * @returns between 0 and 1; 0 without trials
 */
export function lowerBound(successes, trials) {
  if (trials === 0) {
    return 0;
  }
  const rate = successes / trials;
  const square = Z * Z;
  const middle = rate + square / (2 * trials);
  const spread = Z * Math.sqrt((rate * (1 - rate) + square / (4 * trials)) / trials);
  return Math.max(0, (middle - spread) / (1 + square / trials));
}
