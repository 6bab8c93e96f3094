import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectProxy, startConnectProxy } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { openDataset } from './bigquery/dataset.ts'
import { connect } from './clickhouse/connection.ts'
import { openBucketStore } from './parquet/stores/bucket-store.ts'
import { openSession } from './snowflake/session.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Asked = { method: string | undefined; host: string | undefined; body: string }

/** Starts a server and a proxy with a login in front of it, through which every name leads to the server. */
async function stage(
  answer: (asked: Asked, request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ proxy: ConnectProxy; asked: Asked[]; port: number }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    request.toArray().then((pieces) => {
      const one = { method: request.method, host: request.headers.host, body: pieces.join('') }
      asked.push(one)
      answer(one, request, response)
    }, expect.unreachable)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const proxy = await startConnectProxy(port, { login: { user: 'us er', password: 'p@:ss' } })
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  }, proxy.close)
  return { proxy, asked, port }
}

test('reaches ClickHouse through the proxy, for statements and files', async () => {
  const { proxy, asked } = await stage((_asked, _request, response) => response.end('{"one":1}\n'))
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-proxy-'))
  closing.push(() => rm(directory, { recursive: true }))
  const file = join(directory, 'batch.csv')
  await writeFile(file, '1,2\n')
  const connection = await connect({ url: 'http://clickhouse.test:8123', user: 'u', password: '', proxy })
  closing.push(connection.close)
  expect(await connection.query('select 1 as one')).toEqual([{ one: 1 }])
  await connection.loadFile('insert into t format CSV', file, {})
  expect(asked.at(-1)?.body).toContain('1,2\n')
  expect(new Set(asked.map(({ host }) => host))).toEqual(new Set(['clickhouse.test:8123']))
  expect(new Set(proxy.asked)).toEqual(new Set(['clickhouse.test:8123']))
})

test('reaches a bucket through the proxy', async () => {
  const empty = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'
  const { proxy, asked } = await stage((_asked, request, response) =>
    response.end(request.url?.includes('list-type=2') === true ? empty : ''),
  )
  const place = { bucket: 'b', prefix: 'p', region: 'eu', accessKey: 'a', secretKey: 's' }
  const store = await openBucketStore({ ...place, endpoint: 'http://s3.test:9000', proxy }, tmpdir())
  closing.push(store.close)
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE'])
  expect(new Set(proxy.asked)).toEqual(new Set(['s3.test:9000']))
})

test.each([
  ['ClickHouse', (url: string, proxy: ConnectProxy) => connect({ url, user: 'u', password: '', proxy })],
  [
    'a bucket',
    (endpoint: string, proxy: ConnectProxy) =>
      openBucketStore(
        { bucket: 'b', prefix: '', region: 'eu', accessKey: 'a', secretKey: 's', endpoint, proxy },
        tmpdir(),
      ),
  ],
])('asks nothing of %s past a proxy that refuses', async (_name, open) => {
  const { proxy, asked, port } = await stage((_asked, _request, response) => response.end())
  await expect(open(`http://127.0.0.1:${port}`, { ...proxy, authorization: undefined })).rejects.toThrow(
    'the proxy answered 407',
  )
  expect(asked).toEqual([])
})

const snowflakeLogin = {
  ...{ account: 'acme-one', user: 'u', database: 'd', schema: 's', compute: 'w', privateKey: 'k' },
}

async function snowflakeOptions(proxy: object): Promise<Record<string, unknown>> {
  let given: Record<string, unknown> = {}
  const done = (call: (error: undefined) => void) => call(undefined)
  const library = {
    configure: () => undefined,
    createConnection: (options: Record<string, unknown>) => {
      given = options
      return {
        connect: done,
        destroy: done,
        execute: ({ complete }: { complete: (error: undefined, statement: unknown, rows: []) => void }) =>
          complete(undefined, undefined, []),
      }
    },
  }
  const base = { host: 'proxy.test', port: 3128, authorization: `Basic ${btoa('us er:p@:ss')}` }
  await openSession(library, { ...snowflakeLogin, proxy: { ...base, ...proxy } })
  return given
}

test('gives the library of Snowflake the proxy, its login and the names past it', async () => {
  expect(await snowflakeOptions({ exceptedNames: ['.internal', 'stage.example.com'] })).toMatchObject({
    proxyHost: 'proxy.test',
    proxyPort: 3128,
    proxyUser: 'us er',
    proxyPassword: 'p@:ss',
    noProxy: '*.internal|stage.example.com',
  })
  const isExcepted = (host: string) => host.endsWith('.snowflakecomputing.com')
  expect(Object.keys(await snowflakeOptions({ isExcepted })).filter((name) => /proxy/i.test(name))).toEqual(
    [],
  )
})

test('sends every request of the library of BigQuery, and those for its token, to the proxy', async () => {
  const sent: object[] = []
  let agent: unknown
  class BigQuery {
    makeAuthenticatedRequest(request: object): void {
      sent.push(request)
    }
    dataset() {
      const getMetadata = async (): Promise<[object]> => {
        this.makeAuthenticatedRequest({ uri: '/datasets/d' })
        return [{}]
      }
      return { getMetadata, createQueryJob: () => expect.unreachable(), table: () => expect.unreachable() }
    }
    job(): never {
      return expect.unreachable()
    }
  }
  class JWT {
    constructor({ transporterOptions }: { transporterOptions?: { agent: unknown } }) {
      agent = transporterOptions?.agent
    }
  }
  const login = { project: 'p', dataset: 'd', email: 'e', privateKey: 'k' }
  const proxy = { host: 'proxy.test', port: 3128, authorization: `Basic ${btoa('user:secret')}` }
  await openDataset({ BigQuery, JWT }, { ...login, proxy })
  expect(sent).toEqual([{ uri: '/datasets/d', proxy: 'http://user:secret@proxy.test:3128' }])
  expect(agent).toBeDefined()
  await openDataset({ BigQuery, JWT }, { ...login, proxy: { ...proxy, isExcepted: () => true } })
  expect(sent[1]).toEqual({ uri: '/datasets/d' })
})
