import { createHash } from 'node:crypto'
import type { Header } from '@signalpost/testing'
import type pg from 'pg'

/** The rows of each table of the database, as text in lower case. */
export type Dump = Map<string, string>

export async function dumpTables(client: pg.ClientBase): Promise<Dump> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const dump: Dump = new Map()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    dump.set(name, rows.map(({ row }) => row.toLowerCase()).join('\n'))
  }
  return dump
}

/** Returns the names of the tables, and the traces that they hold. */
export function findTraces(dump: Dump, traces: readonly string[]): string[] {
  return [...dump].flatMap(([table, text]) =>
    traces.filter((trace) => text.includes(trace)).map((trace) => `${table}: ${trace}`),
  )
}

/**
 * Returns, in lower case, what would show that something of a request was kept: a word of its body, its signature, or a
 * hash of either, as text, hex or base64.
 */
export function tracesOf({
  word,
  body,
  headers,
}: {
  /** Occurs in the body alone. */
  word: string
  body: string
  headers: readonly Header[]
}): string[] {
  const signatures = headers.flatMap(([, value]) => value.match(/[\w+/-]{27,}={0,2}/g) ?? [])
  const digests = signatures.flatMap((text) => [
    Buffer.from(text, /^[0-9a-fA-F]+$/.test(text) ? 'hex' : 'base64'),
    Buffer.from(text),
  ])
  const hashed = [body, ...headers.map(([, value]) => value), ...signatures, ...digests]
  const hashes = hashed.flatMap((content) =>
    ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(content).digest()),
  )
  const spelled = [Buffer.from(word), ...digests, ...hashes].flatMap(spellingsOf)
  return [...new Set([word, ...signatures, ...spelled].map((text) => text.toLowerCase()))]
}

/** Hex, and base64 of bytes that may begin anywhere in what was encoded. */
export function spellingsOf(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), wholeCharacters)
  })
  return [bytes.toString('hex'), ...inside.flatMap((text) => [text, urlSafe(text)])]
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}
