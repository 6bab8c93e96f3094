import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttps } from 'node:https'
import { connect as connectPlain, createServer as createTcp, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { createAuthority, createCertificate } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, expect } from 'vitest'
import { warehouseKinds } from '../index.ts'
import type { WarehouseBounds } from '../target.ts'

const authority = createAuthority()
const served = createCertificate({ names: ['localhost', '127.0.0.1'], authority })
const client = createCertificate({ names: ['signalpost'], authority })
const certificates = {
  ca: authority.certificate,
  clientCertificate: client.certificate,
  clientKey: client.key,
}
const strict = {
  ...{ cert: served.certificate, key: served.key, ca: authority.certificate },
  ...{ requestCert: true, rejectUnauthorized: true },
}
const bounds: WarehouseBounds = {
  allowedNetworks: { has: (address) => address === '127.0.0.1' || address === '::1' },
  directory: undefined,
}
let home: string
const closing: (() => void)[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'signalpost-tls-'))
})

afterAll(async () => {
  for (const close of closing) close()
  await rm(home, { recursive: true, force: true })
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function open(kind: string, settings: object, { secrets, within }: { secrets: object; within: boolean }) {
  const found = warehouseKinds.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`there is no kind ${kind}`)
  return found.open({
    ...{ orgId: 'org_demo', settings, secrets, scratch: home, libraries: home },
    bounds: within ? bounds : undefined,
  })
}

/** Takes PostgreSQL's request for TLS in front of a server that has none. */
function servePostgresTls(databaseUrl: string): Promise<number> {
  const { hostname, port } = new URL(databaseUrl)
  return portOf(
    createTcp((socket: Socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('S')
        const secured = new TLSSocket(socket, { isServer: true, ...strict })
        const there = connectPlain(Number(port), hostname)
        for (const one of [secured, there]) one.on('error', () => socket.destroy())
        secured.pipe(there).pipe(secured)
        there.once('close', () => socket.destroy())
      })
    }),
  )
}

test('postgres trusts the given authority and logs in with the given certificate', async ({
  testDatabase,
}) => {
  const port = await servePostgresTls(testDatabase.url)
  const { username, password, pathname } = new URL(testDatabase.url)
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  for (const within of [false, true]) {
    const { ca, clientCertificate, clientKey } = certificates
    const target = await open('postgres', {}, { secrets: { url, ...certificates }, within })
    await target.close()
    const secured = `${url}?sslmode=require`
    await expect(
      open('postgres', {}, { secrets: { url: secured, clientCertificate, clientKey }, within }),
    ).rejects.toThrow()
    await expect(open('postgres', {}, { secrets: { url, ca }, within })).rejects.toThrow()
  }
  await expect(
    open('postgres', {}, { secrets: { url: `${url}?sslmode=disable`, ...certificates }, within: false }),
  ).rejects.toThrow('its URL says sslmode=disable, but certificates need TLS')
})

const listing = '<?xml version="1.0"?><ListBucketResult><Contents><Key>k</Key></Contents></ListBucketResult>'

test.for([
  ['clickhouse', true],
  ['parquet', false],
] as const)('%s trusts the given authority', async ([kind, hasClient]) => {
  const server = createHttps({ ...strict, requestCert: hasClient }, (request, response) => {
    const isBucket = request.url?.includes('list-type') ?? false
    response.setHeader('x-clickhouse-summary', '{}').setHeader('content-type', 'application/xml')
    response.end(isBucket ? listing : '1\n')
  })
  const port = await portOf(server)
  const url = `https://localhost:${port}`
  const settings = {
    clickhouse: { url, database: 'd' },
    parquet: { bucket: 'bucket', endpoint: url, region: 'eu', accessKey: 'a' },
  }[kind]
  const key = kind === 'parquet' ? { secretKey: 's' } : {}
  const given = hasClient ? certificates : { ca: authority.certificate }
  for (const within of [false, true]) {
    const target = await open(kind, settings, { secrets: { ...key, ...given }, within })
    await target.close()
    await expect(open(kind, settings, { secrets: key, within })).rejects.toThrow()
  }
})

test('certificates are refused with an address without TLS, and text that is none', async () => {
  const settings = { url: 'http://127.0.0.1:1', database: 'd' }
  await expect(open('clickhouse', settings, { secrets: certificates, within: false })).rejects.toThrow(
    'its URL is plain http, but certificates need https',
  )
  const found = warehouseKinds.find(({ kind }) => kind === 'postgres')
  expect(found?.secrets.safeParse({ url: 'postgres://a@b/c', ca: 'none' }).error?.issues).toMatchObject([
    { path: ['ca'], message: 'expected certificates in PEM' },
  ])
})
