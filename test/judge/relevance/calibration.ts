import { meanOf } from '../bootstrap.ts'

/** A chance from 0 to 1, and what came of it. */
export type Forecast = { chance: number; isGood: boolean }

const bins = 10

/**
 * Returns the mean squared distance of the chances from what came.
 *
 * Source: Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78 (1950).
 */
export function brierOf(forecasts: readonly Forecast[]): number {
  return meanOf(forecasts.map(({ chance, isGood }) => (chance - Number(isGood)) ** 2))
}

/**
 * Returns how far the chances are from the shares that came, over ten bins of equal width that weigh by their size.
 *
 * Source: Naeini, Cooper, Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI (2015).
 */
export function calibrationErrorOf(forecasts: readonly Forecast[]): number {
  const byBin = Map.groupBy(forecasts, ({ chance }) => Math.min(bins - 1, Math.floor(chance * bins)))
  return [...byBin.values()]
    .map((own) => {
      const expected = meanOf(own.map(({ chance }) => chance))
      const came = meanOf(own.map(({ isGood }) => Number(isGood)))
      return (Math.abs(expected - came) * own.length) / forecasts.length
    })
    .reduce((sum, one) => sum + one, 0)
}
