import type { DataFile } from '../table-state.ts'

const mebibyte = 1024 * 1024
const largeBytes = 64 * mebibyte
/** With more files of one of these sizes, all up to it are merged. So a row is rewritten a few times, not with each sync. */
const sizes = [
  { from: 0, below: 4 * mebibyte, most: 32 },
  { from: 4 * mebibyte, below: largeBytes, most: 16 },
]
/** How many copies' worth of outdated rows to keep before rewriting everything. */
const mostWaste = 3

/** Chooses which files of a table to replace with one: many small ones, or all if most of their content is outdated. */
export function chooseFiles(files: readonly DataFile[]): readonly DataFile[] {
  for (const { from, below, most } of sizes) {
    const small = files.filter(({ bytes }) => bytes < below)
    if (small.filter(({ bytes }) => bytes >= from).length <= most) continue
    const greatest = Math.max(...files.map(({ bytes }) => bytes))
    return bytesOf(files) > mostWaste * greatest + largeBytes ? files : small
  }
  return []
}

export function bytesOf(files: readonly DataFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
