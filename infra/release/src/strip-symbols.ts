/** Where the header of a 64-bit ELF file says what. */
const at = { programHeaders: 32, sectionHeaders: 40, sizeOfProgramHeader: 54, programHeaderCount: 56 }
const sectionCounts = [60, 62] as const

/**
 * Returns a 64-bit library or program without what follows its last segment: the symbols and the list of sections. No
 * loader reads them, and of DuckDB they are a sixth. Returns another file as it is.
 */
export function stripSymbols(file: Buffer): Buffer {
  const isElf = file.subarray(0, 4).toString('latin1') === '\x7fELF'
  const [is64Bit, isLittleEndian] = [file[4] === 2, file[5] === 1]
  if (!isElf || !is64Bit || !isLittleEndian) return file
  const size = file.readUInt16LE(at.sizeOfProgramHeader)
  const first = Number(file.readBigUInt64LE(at.programHeaders))
  let end = 0
  for (let header = 0; header < file.readUInt16LE(at.programHeaderCount); header += 1) {
    const start = first + header * size
    const [offset, length] = [file.readBigUInt64LE(start + 8), file.readBigUInt64LE(start + 32)]
    end = Math.max(end, Number(offset + length))
  }
  const stripped = Buffer.from(file.subarray(0, end))
  stripped.writeBigUInt64LE(0n, at.sectionHeaders)
  for (const count of sectionCounts) stripped.writeUInt16LE(0, count)
  return stripped
}
