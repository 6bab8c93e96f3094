import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, createCertificate, type OwnPostgres, startOwnPostgres } from '@signalpost/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWritable } from './check-database.ts'
import { createDatabase } from './database.ts'
import { explainStoreFault } from './explain-store-fault.ts'

const authority = createAuthority()
let directory: string
let postgres: OwnPostgres

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-tls-'))
  postgres = await startOwnPostgres()
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
  const { path = '' } = rows[0] ?? {}
  const { certificate, key } = createCertificate({ names: ['127.0.0.1'], authority })
  const { uid, gid } = statSync(path)
  for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
    writeFileSync(join(path, name), text, { mode: 0o600 })
    chownSync(join(path, name), uid, gid)
  }
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  await client.end()
  writeFileSync(join(directory, 'ca.pem'), authority.certificate)
  writeFileSync(join(directory, 'other-ca.pem'), createAuthority().certificate)
})

afterAll(async () => {
  await postgres.remove()
  rmSync(directory, { recursive: true })
})

/** Returns `ok` or the reason for which the process would not be ready. */
async function connect(changes: { host?: string; ca: string }): Promise<string> {
  const url = new URL(postgres.url)
  url.hostname = changes.host ?? url.hostname
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', join(directory, changes.ca))
  const { database } = createDatabase({
    ...{ url: url.href, applicationName: 'test', onConnectionError: () => undefined },
  })
  try {
    await checkWritable(database)
    return 'ok'
  } catch (error) {
    const { message, remedy } = explainStoreFault(error)
    return `${message}. ${remedy}`
  } finally {
    await database.destroy()
  }
}

test('connects by TLS to a server whose authority the URL names', async () => {
  expect(await connect({ ca: 'ca.pem' })).toBe('ok')
})

test('says that another authority signed the certificate', async () => {
  expect(await connect({ ca: 'other-ca.pem' })).toMatch(
    /^the certificate of the database is not signed by a trusted authority \([A-Z_]+\)\. Add sslrootcert=FILE/,
  )
})

test('says that the certificate is for another host', async () => {
  expect(await connect({ ca: 'ca.pem', host: 'localhost' })).toBe(
    'the certificate of the database is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Use the name that is in it in DATABASE_URL.',
  )
})
