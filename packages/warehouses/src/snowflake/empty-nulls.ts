import { Transform } from 'node:stream'

const comma = 0x2c
const lineFeed = 0x0a
const quote = 0x22
const backslash = 0x5c
const capitalN = 0x4e

/**
 * Rewrites a batch's file so that null is an empty field without quotes. With `NULL_IF`, Snowflake would read a text
 * that is `\N` as null, quoted or not; but it distinguishes an empty field from `""`.
 */
export function emptyNulls(): Transform {
  let isQuoted = false
  let beginsField = true
  /** How many bytes of `\N` wait for what follows. */
  let held = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const output = Buffer.allocUnsafe(chunk.length + 2)
      let length = 0
      for (const byte of chunk) {
        if (!isQuoted && beginsField && byte === backslash && held === 0) {
          held = 1
          continue
        }
        if (held === 1 && byte === capitalN) {
          held = 2
          continue
        }
        const endsField = !isQuoted && (byte === comma || byte === lineFeed)
        if (held > 0 && !(held === 2 && endsField)) {
          output[length++] = backslash
          if (held === 2) output[length++] = capitalN
        }
        held = 0
        if (byte === quote) isQuoted = !isQuoted
        beginsField = endsField
        output[length++] = byte
      }
      done(null, output.subarray(0, length))
    },
  })
}
