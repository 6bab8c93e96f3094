import { expect, test } from 'vitest'
import { createPauses } from './create-watcher.ts'

test('the store is asked less often while its answers take long; a single slow one changes nothing', () => {
  const pauseAfter = createPauses()
  const looks = [10_000, 2, 50, 50, 200, 10_000, 3_000, 2]
  expect(looks.map(pauseAfter)).toEqual([1_000, 1_000, 1_000, 2_450, 2_450, 5_000, 5_000, 1_000])
})
