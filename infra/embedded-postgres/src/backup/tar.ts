/** A member of a tar archive. Its content must be read to the end before the next member. */
export type TarMember = { path: string; isDirectory: boolean; size: number; content: AsyncIterable<Buffer> }

/** The archive is not what its format says. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

const blockBytes = 512
const checksumAt = { start: 148, end: 156 }

/** Reads the regular files and directories of a tar archive, and what follows it, to the end of the input. */
export async function* readTar(input: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const source = createSource(input)
  try {
    for (;;) {
      const block = await source.take(blockBytes)
      if (block.every((byte) => byte === 0)) break
      const header = parseHeader(block)
      yield { ...header, content: source.stream(header.size) }
      await source.take(paddingOf(header.size))
    }
    // To its end, where a decompressor compares its own checksum.
    await source.skipRest()
  } finally {
    await source.close()
  }
}

/** Returns the header of a member, as POSIX ustar. */
export function tarHeader({ path, isDirectory, size }: Omit<TarMember, 'content'>): Buffer {
  const header = Buffer.alloc(blockBytes)
  if (Buffer.byteLength(path) > 100) throw new TarError(`the path ${path} is longer than 100 bytes`)
  header.write(path, 0)
  header.write(isDirectory ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${'0'.repeat(11)}\0`, 136)
  header.write(isDirectory ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, checksumAt.start)
  return header
}

/** Returns what follows a content of this size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size))
}

export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes)

function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

function parseHeader(block: Buffer): Omit<TarMember, 'content'> {
  const text = (start: number, end: number) => block.toString('utf8', start, end).split('\0')[0] ?? ''
  const octal = (start: number, end: number) => Number.parseInt(text(start, end).trim(), 8)
  if (octal(checksumAt.start, checksumAt.end) !== checksumOf(block)) throw new TarError('a header is wrong')
  const type = text(156, 157)
  if (!['', '0', '5'].includes(type)) throw new TarError(`a member of the type ${type} is not expected`)
  const prefix = text(345, 500)
  const path = (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`).replace(/\/$/, '')
  const size = octal(124, 136)
  if (path === '' || !Number.isSafeInteger(size)) throw new TarError('a header is wrong')
  return { path, isDirectory: type === '5', size }
}

/** The sum of the header's bytes with blanks in place of the sum itself. */
function checksumOf(header: Buffer): number {
  let sum = ' '.charCodeAt(0) * (checksumAt.end - checksumAt.start)
  for (const [index, byte] of header.entries()) {
    if (index < checksumAt.start || index >= checksumAt.end) sum += byte
  }
  return sum
}

function createSource(input: AsyncIterable<Buffer>) {
  const chunks = input[Symbol.asyncIterator]()
  let current: Buffer = Buffer.alloc(0)

  /** Returns at most `limit` bytes, as they come. */
  const takeSome = async (limit: number): Promise<Buffer> => {
    while (current.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new TarError('it ends too early')
      current = next.value
    }
    const taken = current.subarray(0, limit)
    current = current.subarray(taken.length)
    return taken
  }

  return {
    take: async (size: number): Promise<Buffer> => {
      const pieces: Buffer[] = []
      for (let left = size; left > 0; ) {
        const piece = await takeSome(left)
        pieces.push(piece)
        left -= piece.length
      }
      return Buffer.concat(pieces)
    },
    stream: async function* (size: number): AsyncGenerator<Buffer> {
      for (let left = size; left > 0; ) {
        const piece = await takeSome(left)
        left -= piece.length
        yield piece
      }
    },
    skipRest: async (): Promise<void> => {
      while (!(await chunks.next()).done);
    },
    close: async (): Promise<void> => {
      await chunks.return?.()
    },
  }
}
