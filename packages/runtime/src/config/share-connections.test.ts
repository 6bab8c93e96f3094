import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { shareConnections } from './share-connections.ts'

const needs = {
  writing: { least: 2, usual: 6 },
  queue: { least: 1, usual: 2 },
  listening: { least: 1, usual: 1 },
}

test.each([
  [undefined, { writing: 6, queue: 2, listening: 1, total: 9 }],
  [100, { writing: 6, queue: 2, listening: 1, total: 9 }],
  [8, { writing: 5, queue: 2, listening: 1, total: 8 }],
  [5, { writing: 3, queue: 1, listening: 1, total: 5 }],
  [4, { writing: 2, queue: 1, listening: 1, total: 4 }],
])('shareConnections splits %j', (most, shares) => {
  expect(shareConnections(most, needs)).toEqual(shares)
})

test('shareConnections refuses fewer than the pools can do with', () => {
  expect(() => shareConnections(3, needs)).toThrow(
    new ConfigError(['SIGNALPOST_DATABASE_CONNECTIONS is "3"; expected at least 4 for this process']),
  )
})

test('processes that serve one port divide the connections, and each gets the least', () => {
  expect(shareConnections(10, needs, { processes: 2 }).total).toBe(5)
  expect(shareConnections(11, needs, { processes: 2 }).total).toBe(5)
  expect(shareConnections(undefined, needs, { processes: 2 }).total).toBe(9)
  expect(() => shareConnections(7, needs, { processes: 2 })).toThrow(
    new ConfigError(['SIGNALPOST_DATABASE_CONNECTIONS is "7"; expected at least 8 for 2 processes']),
  )
})
