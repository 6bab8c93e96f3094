import { Transform } from 'node:stream'

/** Ends the lines of PostgreSQL's CSV with CRLF, as RFC 4180 wants; what stands between quotes stays as it is. */
export function crlfLines(): Transform {
  let isQuoted = false
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      // Latin-1 keeps every byte, and neither a quote nor a line feed is part of a longer character in UTF-8.
      const parts = chunk.toString('latin1').split('"')
      const lines = parts.map((part, index) =>
        isQuoted === (index % 2 === 0) ? part : part.replaceAll('\n', '\r\n'),
      )
      if (parts.length % 2 === 0) isQuoted = !isQuoted
      done(null, Buffer.from(lines.join('"'), 'latin1'))
    },
  })
}
