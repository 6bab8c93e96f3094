import { Transform } from 'node:stream'

/**
 * Ends lines of PostgreSQL's CSV with CRLF, as RFC 4180 requires, and quotes cells with a semicolon, which separates
 * cells in some languages' spreadsheets. Leaves quoted text unchanged.
 */
export function crlfLines(): Transform {
  let isQuoted = false
  let rest = ''
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      // Latin-1 keeps every byte, and in UTF-8 no separator or quote is part of a longer character.
      const parts = (rest + chunk.toString('latin1')).split('"')
      const endsQuoted = parts.length % 2 === 0 ? !isQuoted : isQuoted
      rest = endsQuoted ? '' : takeOpenCell(parts)
      const lines = parts.map((part, index) => (isQuoted === (index % 2 === 0) ? part : convert(part)))
      isQuoted = endsQuoted
      done(null, Buffer.from(lines.join('"'), 'latin1'))
    },
    flush: (done) => done(null, Buffer.from(convert(rest), 'latin1')),
  })
}

/** Removes the last cell, which may continue in the next chunk. */
function takeOpenCell(parts: string[]): string {
  const last = parts.pop() ?? ''
  const begin = Math.max(last.lastIndexOf(','), last.lastIndexOf('\n')) + 1
  parts.push(last.slice(0, begin))
  return last.slice(begin)
}

/** Converts text outside of quotes, which contains whole cells. */
function convert(text: string): string {
  const quoted = text.includes(';')
    ? text
        .split(/([,\n])/)
        .map(quoteSemicolons)
        .join('')
    : text
  return quoted.replaceAll('\n', '\r\n')
}

function quoteSemicolons(cell: string): string {
  return cell.includes(';') ? `"${cell}"` : cell
}
