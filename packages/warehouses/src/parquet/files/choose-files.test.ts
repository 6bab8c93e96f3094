import { expect, test } from 'vitest'
import type { DataFile } from '../table-state.ts'
import { bytesOf, chooseFiles } from './choose-files.ts'

const mebibyte = 1024 * 1024
const secondsOfDay = 86_400

/** Writes a file a second for a day. Returns the most files at once, and how many bytes merging wrote. */
function simulateDay(bytes: number) {
  let files: readonly DataFile[] = []
  let most = 0
  let written = 0
  for (let second = 0; second < secondsOfDay; second += 1) {
    files = [{ name: `${second}`, rows: 1, bytes }, ...files]
    const chosen = chooseFiles(files)
    if (chosen.length > 0) {
      const merged = { name: `${second}-merged`, rows: 1, bytes: bytesOf(chosen) }
      files = [...files.filter((file) => !chosen.includes(file)), merged]
      written += merged.bytes
    }
    most = Math.max(most, files.length)
  }
  return { most, written, stored: bytesOf(files) }
}

test.each([
  ['5 kB', 5_000],
  ['100 kB', 100_000],
  ['1 MiB', mebibyte],
])('a day of syncs every second with files of %s leaves few, and writes each row a few times', (_, bytes) => {
  const { most, written, stored } = simulateDay(bytes)
  // Beside them, at most 40 replaced files stay.
  expect(most).toBeLessThan(60 + stored / (64 * mebibyte))
  expect(written).toBeLessThan(stored * 20)
})

test('nothing is merged while there are few', () => {
  const files = Array.from({ length: 32 }, (_, number) => ({ name: `${number}`, rows: 1, bytes: 1_000 }))
  expect(chooseFiles(files)).toEqual([])
  expect(chooseFiles([...files, { name: 'last', rows: 1, bytes: 1_000 }])).toHaveLength(33)
})

test('everything is rewritten once most of it is outdated', () => {
  const large = Array.from({ length: 8 }, (_, number) => ({
    name: `large-${number}`,
    ...{ rows: 1, bytes: 100 * mebibyte },
  }))
  const small = Array.from({ length: 33 }, (_, number) => ({ name: `${number}`, rows: 1, bytes: 1_000 }))
  expect(chooseFiles([...large, ...small])).toHaveLength(41)
  expect(chooseFiles([...large.slice(0, 2), ...small])).toHaveLength(33)
})
