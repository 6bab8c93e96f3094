import { expect, test } from 'vitest'
import { distanceText } from './distance.ts'

test.for([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1 s'],
  [1_549, '1.5 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min'],
  [7_199_999, '1 h'],
  [86_400_000, '1 d'],
  [950_400_000, '11 d'],
] as const)('%d ms are %s', ([ms, text]) => {
  expect(distanceText(ms)).toBe(text)
})
