import { expect, test } from 'vitest'
import { stripSymbols } from './strip-symbols.ts'

const headerBytes = 64
const programHeaderBytes = 56

/** A library with segments that end at these bytes. */
function libraryOf(ends: number[], { bytes }: { bytes: number }): Buffer {
  const file = Buffer.alloc(bytes, 7)
  file.write('\x7fELF\x02\x01', 'latin1')
  file.writeBigUInt64LE(BigInt(headerBytes), 32)
  file.writeBigUInt64LE(BigInt(bytes - 1), 40)
  file.writeUInt16LE(programHeaderBytes, 54)
  file.writeUInt16LE(ends.length, 56)
  for (const [index, end] of ends.entries()) {
    const start = headerBytes + index * programHeaderBytes
    file.writeBigUInt64LE(100n, start + 8)
    file.writeBigUInt64LE(BigInt(end - 100), start + 32)
  }
  return file
}

test('cuts a library after its last segment, and leaves no list of sections', () => {
  const library = libraryOf([400, 300], { bytes: 1_000 })
  const stripped = stripSymbols(library)
  expect(stripped).toHaveLength(400)
  expect(stripped.readBigUInt64LE(40)).toBe(0n)
  expect(stripped.subarray(60, 64)).toEqual(Buffer.alloc(4))
  expect(stripped.subarray(headerBytes)).toEqual(library.subarray(headerBytes, 400))
})

test('leaves what is no library of 64 bits as it is', () => {
  const other = Buffer.from('module.exports = 1\n'.repeat(9))
  expect(stripSymbols(other)).toBe(other)
})
