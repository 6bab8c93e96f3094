import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** The body is larger than requested. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/**
 * Returns the decoder of a body by its coding and its first bytes; undefined for a body that is not compressed, whatever its
 * coding says. Servers of `deflate` differ in whether they frame it.
 */
type ChooseDecoder = (head: Buffer) => (() => Transform) | undefined

const chooseGunzip: ChooseDecoder = ([first, second]) =>
  first === 0x1f && second === 0x8b ? createGunzip : undefined
const codings: Record<string, ChooseDecoder> = {
  gzip: chooseGunzip,
  'x-gzip': chooseGunzip,
  deflate: (head) => {
    if (isPlain(head)) return undefined
    return ((head[0] ?? 0) & 0x0f) === 8 && head.length > 1 && head.readUInt16BE(0) % 31 === 0
      ? createInflate
      : createInflateRaw
  },
  br: (head) => (isPlain(head) ? undefined : createBrotliDecompress),
}

/** Whether a body begins as documents do that are XML, HTML or an object of JSON. */
function isPlain(head: Buffer): boolean {
  return head.length === 0 || /^(?:\xef\xbb\xbf)?(?:<[a-z!?]|\{\s*["}])/i.test(head.toString('latin1'))
}

const headBytes = 8

/** How much the framing of a compressed body may add to its content. */
const framingBytes = 65_536

/**
 * Reads a body, decompressed, up to `maxBytes`, and passes on each piece as it arrives. Cuts off a larger body, or
 * throws BodyTooLargeError if it `mustBeWhole`. Throws on a compression that was not offered.
 */
export async function readBody(
  body: Readable,
  {
    encoding,
    maxBytes,
    mustBeWhole,
    onPiece,
  }: {
    encoding: string | undefined
    maxBytes: number
    mustBeWhole: boolean
    onPiece: (piece: Buffer) => void
  },
): Promise<void> {
  let bytes = 0
  // The reader gets every fault; after the end of reading, faults do not matter.
  body.on('error', () => undefined)
  for await (const piece of await decoded(body, encoding, maxBytes + framingBytes)) {
    const room = maxBytes - bytes
    bytes += piece.length
    onPiece(piece.subarray(0, room))
    if (piece.length <= room) continue
    if (mustBeWhole) throw new BodyTooLargeError('The body is larger than requested.')
    return
  }
}

async function decoded(
  body: Readable,
  encoding: string | undefined,
  maxEncodedBytes: number,
): Promise<AsyncIterable<Buffer>> {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return body
  const choose = Object.hasOwn(codings, name) ? codings[name] : undefined
  if (choose === undefined) {
    body.destroy()
    throw new Error('The body has a compression that was not offered.')
  }
  const { head, whole } = await peek(body)
  const createDecoder = choose(head)
  if (createDecoder === undefined) return whole
  const bounded = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxEncodedBytes) throw new BodyTooLargeError('The compressed body is too large.')
      yield piece
    }
  }
  // The pipeline destroys the decoder on each fault, so the reader sees it there.
  return pipeline(whole, bounded, createDecoder(), () => undefined)
}

/** Returns the first bytes of a body, and the body with them. */
async function peek(body: AsyncIterable<Buffer>): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  const pieces = body[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const piece = await pieces.next()
    if (piece.done === true) break
    head = Buffer.concat([head, piece.value])
  }
  const read = async function* (): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head
      for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next())
        yield piece.value
    } finally {
      await pieces.return?.()
    }
  }
  return { head, whole: read() }
}
