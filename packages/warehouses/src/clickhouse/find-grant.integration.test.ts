import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { things } from '../test-support/samples/sample-tables.ts'
import { clickhouse } from './clickhouse.ts'

// A server that knows a user and lets them read alone: the engine of the tests has no rights.
const server = createServer((request, response) => {
  let text = new URL(request.url ?? '/', 'http://localhost').searchParams.get('query') ?? ''
  request.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  request.on('end', () => {
    const headers = { 'x-clickhouse-query-id': '1' }
    const [needed] = /CREATE (?:DATABASE|TABLE)/.exec(text) ?? []
    if (needed === undefined) {
      const answer = text.includes('system.databases') && isThere ? '{"1":1}\n' : ''
      return response.writeHead(200, headers).end(answer)
    }
    const refusal = `Code: 497. DB::Exception: writer: Not enough privileges. To execute this query, it's necessary to have the grant ${needed} ON signals.*. (ACCESS_DENIED)`
    response.writeHead(500, { ...headers, 'x-clickhouse-exception-code': '497' }).end(refusal)
  })
})
let isThere = true

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test.each([
  [
    true,
    'GRANT SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW ON `signals`.* TO `writer`',
  ],
  [
    false,
    'GRANT CREATE DATABASE, SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW ON `signals`.* TO `writer`',
  ],
])('says what grants the missing rights, with a database: %s', async (exists, grant) => {
  isThere = exists
  const { port } = server.address() as AddressInfo // the cast: a server on a port has no other kind of address
  const target = await clickhouse.open({
    orgId: 'org_demo',
    settings: { url: `http://127.0.0.1:${port}`, database: 'signals', user: 'writer' },
    secrets: {},
    ...{ scratch: '', libraries: '' },
    bounds: undefined,
  })
  try {
    const error = await target.prepare(things).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ message: expect.stringMatching(/Not enough privileges.*\. Run: GRANT/) })
    expect(String(error)).toContain(`Run: ${grant}`)
    expect(clickhouse.faultOf(error)).toBe('configuration')
  } finally {
    await target.close()
  }
})
