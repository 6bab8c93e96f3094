import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'

/**
 * Returns the script of the API reference, compressed by gzip, in a third of a second. Its package holds the browser's bundle as
 * one string of its source, without the source maps that make the bundle's own package ten times as large.
 */
export function extractReference(): Buffer {
  const name = 'standalone_default = '
  const path = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
  const source = readFileSync(path, 'utf8')
  const at = source.indexOf(name)
  const end = source.indexOf('";\n', at)
  if (at === -1 || end === -1) throw new Error('The package of the API reference has another form.')
  // A string of JavaScript as bundlers write it: one of JSON, but for control characters that stand as they are.
  const literal = source.slice(at + name.length, end + 1).replaceAll(/\p{Cc}/gu, escapeCharacter)
  return gzipSync(String(JSON.parse(literal)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
