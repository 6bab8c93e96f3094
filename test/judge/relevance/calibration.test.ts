import { expect, test } from 'vitest'
import { brierOf, calibrationErrorOf, type Forecast } from './calibration.ts'

const forecasts: Forecast[] = [
  { chance: 0.8, isGood: true },
  { chance: 0.8, isGood: false },
  { chance: 0.1, isGood: false },
  { chance: 1, isGood: true },
]

test('squares the distance from what came', () => {
  expect(brierOf(forecasts)).toBeCloseTo((0.04 + 0.64 + 0.01 + 0) / 4, 12)
})

test('compares each bin with the share of good ones in it', () => {
  // Half of the two at 0.8 were good.
  expect(calibrationErrorOf(forecasts)).toBeCloseTo((2 * 0.3 + 0.1 + 0) / 4, 12)
})
