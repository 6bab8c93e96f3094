import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedMistakes } from './index.ts'

const root = join(import.meta.dirname, '../../..')

test('at least 20 mistakes are planted, each under a name of its own', () => {
  expect(plantedMistakes.length).toBeGreaterThanOrEqual(20)
  expect(new Set(plantedMistakes.map(({ name }) => name)).size).toBe(plantedMistakes.length)
})

test.for(plantedMistakes)('$name changes what its file holds once, for a test that exists', (mistake) => {
  const text = readFileSync(join(root, mistake.file), 'utf8')
  expect(mistake.changes.map(([from]) => text.split(from).length - 1)).toEqual(mistake.changes.map(() => 1))
  expect(existsSync(join(root, mistake.testFile))).toBe(true)
})
