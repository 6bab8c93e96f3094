import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The body is larger than requested. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

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
  for await (const piece of decoded(body, encoding, maxBytes + framingBytes)) {
    const room = maxBytes - bytes
    bytes += piece.length
    onPiece(piece.subarray(0, room))
    if (piece.length <= room) continue
    if (mustBeWhole) throw new BodyTooLargeError('The body is larger than requested.')
    return
  }
}

function decoded(
  body: Readable,
  encoding: string | undefined,
  maxEncodedBytes: number,
): AsyncIterable<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return body
  const createDecoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (createDecoder === undefined) {
    body.destroy()
    throw new Error('The body has a compression that was not offered.')
  }
  const bounded = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxEncodedBytes) throw new BodyTooLargeError('The compressed body is too large.')
      yield piece
    }
  }
  // The pipeline destroys the decoder on each fault, so the reader sees it there.
  return pipeline(body, bounded, createDecoder(), () => undefined)
}
