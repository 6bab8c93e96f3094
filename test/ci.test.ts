import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const leftOut = linesOf('.ci/left-out')

const tiers = ['process', 'pages', 'faults', 'heavy', 'operations']

test('what CI leaves out is there, once, and of a tier with long tests', () => {
  const files = tiers.flatMap((tier) => filesOf(tier))
  expect(leftOut.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(leftOut).size).toBe(leftOut.length)
})

test.each(tiers)('CI runs more than half of the files of %s', (tier) => {
  const files = filesOf(tier)
  const run = files.filter((file) => !leftOut.includes(file))
  expect(run.length).toBeGreaterThan(files.length / 2)
})

test('what begins before others is there, once', () => {
  const files = globSync('{apps,packages,infra,test}/**/*.test.ts', {
    exclude: (path) => path.includes('node_modules'),
  })
  const first = linesOf('.ci/begin-with')
  expect(first.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(first).size).toBe(first.length)
})

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function filesOf(tier: string): string[] {
  return globSync(`{apps,packages,infra,test}/**/*.${tier}.test.ts`, {
    exclude: (path) => path.includes('node_modules'),
  })
}
