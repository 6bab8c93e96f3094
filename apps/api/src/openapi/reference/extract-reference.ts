import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'

/**
 * A worker thread, because this takes half a second. The package holds the browser's bundle as one string of its source,
 * without the source maps that make the bundle's own package ten times as large.
 */
const name = 'standalone_default = '
const source = readFileSync(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'), 'utf8')
const at = source.indexOf(name)
const end = source.indexOf('";\n', at)
if (at === -1 || end === -1) throw new Error('The package of the API reference has another form.')
const script: unknown = runInNewContext(source.slice(at + name.length, end + 1))
parentPort?.postMessage(gzipSync(String(script)))
