import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAuthority,
  createCertificate,
  type OwnPostgres,
  startOwnPostgres,
  waitUntil,
} from '@signalpost/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWritable } from './check-database.ts'
import { createDatabase } from './database.ts'
import { explainStoreFault } from './explain-store-fault.ts'

const authority = createAuthority()
let directory: string
let dataPath: string
let postgres: OwnPostgres

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-tls-'))
  postgres = await startOwnPostgres()
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
  await client.end()
  dataPath = rows[0]?.path ?? ''
  const { certificate, key } = createCertificate({ names: ['127.0.0.1'], authority })
  const { uid, gid } = statSync(dataPath)
  const files = { 'server.crt': certificate, 'server.key': key, 'client-ca.crt': authority.certificate }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dataPath, name), text, { mode: 0o600 })
    chownSync(join(dataPath, name), uid, gid)
  }
  await setServer('ssl = on')
  for (const [name, issuer] of Object.entries({ client: authority, stranger: createAuthority('Another') })) {
    const pair = createCertificate({ names: ['signalpost'], authority: issuer })
    writeFileSync(join(directory, `${name}.pem`), pair.certificate)
    writeFileSync(join(directory, `${name}.key`), pair.key)
  }
  writeFileSync(join(directory, 'ca.pem'), authority.certificate)
  writeFileSync(join(directory, 'other-ca.pem'), createAuthority().certificate)
})

afterAll(async () => {
  await postgres.remove()
  rmSync(directory, { recursive: true })
})

/** Returns `ok` or the reason for which the process would not be ready. */
async function connect(changes: { host?: string; ca: string; client?: string }): Promise<string> {
  const url = new URL(postgres.url)
  url.hostname = changes.host ?? url.hostname
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', join(directory, changes.ca))
  if (changes.client !== undefined) {
    url.searchParams.set('sslcert', join(directory, `${changes.client}.pem`))
    url.searchParams.set('sslkey', join(directory, `${changes.client}.key`))
  }
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

test('says that the server does not speak TLS', async () => {
  await setServer('ssl = off')
  try {
    expect(await connect({ ca: 'ca.pem' })).toBe(
      'the database does not speak TLS, which DATABASE_URL demands. Set ssl = on on the server, or remove sslmode and sslrootcert from DATABASE_URL.',
    )
  } finally {
    await setServer('ssl = on')
  }
})

test('shows a client certificate to a server that asks for one', async () => {
  const hba = join(dataPath, 'pg_hba.conf')
  const before = readFileSync(hba, 'utf8')
  writeFileSync(hba, `hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n${before}`)
  await setServer(`ssl_ca_file = 'client-ca.crt'`)
  try {
    expect(await connect({ ca: 'ca.pem', client: 'client' })).toBe('ok')
    expect(await connect({ ca: 'ca.pem' })).toMatch(/^the database refuses the user \(28000\)/)
    expect(await connect({ ca: 'ca.pem', client: 'stranger' })).toMatch(
      /^the database refuses the client certificate \(/,
    )
  } finally {
    writeFileSync(hba, before)
    await setServer(`ssl_ca_file = ''`)
  }
})

/** Changes the configuration of the server, and waits until new connections have it. */
async function setServer(setting: string): Promise<void> {
  const [name = '', value = ''] = setting.split(' = ')
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  const expected = value.replaceAll("'", '')
  await waitUntil(`the server has ${setting}`, async () => {
    const asking = new pg.Client({ connectionString: postgres.superuserUrl })
    await asking.connect()
    const { rows } = await asking.query<{ value: string }>('select current_setting($1) as value', [name])
    await asking.end()
    return rows[0]?.value === expected
  })
}
