import { readFileSync } from 'node:fs'

/** PEM texts, as Node's TLS takes them. */
export type RedisTls = { ca?: string; cert?: string; key?: string }

const members = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

/** Splits the files of TLS off the URL of a node. A node by `redis://` has none. */
export function splitTls(node: string): { url: string; tls: RedisTls | undefined } {
  const url = new URL(node)
  const tls: RedisTls = {}
  for (const [parameter, member] of Object.entries(members)) {
    const path = url.searchParams.get(parameter)
    if (path !== null) tls[member] = readFileSync(path, 'utf8')
    url.searchParams.delete(parameter)
  }
  if (url.protocol === 'redis:') return { url: url.href, tls: undefined }
  // Otherwise the client would take its own options for TLS from the URL.
  url.protocol = 'redis:'
  return { url: url.href, tls }
}
