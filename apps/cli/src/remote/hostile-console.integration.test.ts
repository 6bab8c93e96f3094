import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { completeLines } from '../completion/complete-lines.ts'
import { cliInProcess } from '../test-support/call-in-process.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the cast: it listens on a port
}

const answer =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const call = (url: string, words: string[]) =>
  cliInProcess({ SIGNALPOST_URL: url, SIGNALPOST_TOKEN: 'A'.repeat(43) })(words)

const list = ['rule', 'list', '--workspace', 'org_one']

/** Clears the screen, in both spellings, and turns the direction of text around. */
const seizing = '\u001b[2J\u009b2J\u202e'
const interpreted = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

describe('what a terminal would interpret is not shown', () => {
  test('of an error and its issues', async () => {
    const detail = [{ path: `name${seizing}`, message: `expected\n${seizing}` }]
    const url = await serve(answer(400, { code: 'invalid_request', message: seizing, detail }))
    for (const words of [list, [...list, '--json']]) {
      const { exitCode, stdout, stderr } = await call(url, words)
      expect([exitCode, stderr.trimEnd().split('\n').length]).toEqual([1, 2])
      expect(stdout + stderr).not.toMatch(interpreted)
    }
  })

  test('of a cursor, and in JSON it is escaped', async () => {
    const item = { auditId: 'aud_1', at: seizing, act: seizing, actor: {}, target: {}, via: seizing }
    const url = await serve(answer(200, { items: [item], nextCursor: seizing }))
    const words = ['audit', 'list', '--workspace', 'org_one', '--limit', '1', '--json']
    const { stdout, stderr } = await call(url, words)
    expect(stdout + stderr).not.toMatch(interpreted)
    expect(JSON.parse(stdout)).toMatchObject({ items: [item], nextCursor: seizing })
  })
})

test('a shell is offered only what can be an id', async () => {
  const ids = ['rul_1\n:files', `rul${seizing}`, 'rul 2', '', 'rul_3']
  const items = ids.map((ruleId) => ({
    ruleId,
    name: seizing,
    definition: { conditions: {}, channels: 'all' },
  }))
  const url = await serve(answer(200, { items, nextCursor: null }))
  const env = { SIGNALPOST_URL: url, SIGNALPOST_TOKEN: 'A'.repeat(43) }
  // A busy machine may take longer than a shell waits.
  await expect
    .poll(() => completeLines(['rule', 'enable', '--workspace', 'org_one', ''], { env }))
    .toEqual([expect.stringMatching(/^rul_3\t[^\p{Cc}]+$/u)])
})

describe('one line says of a console', () => {
  const refusalOf = async (url: string, words = list) => {
    const { exitCode, stdout, stderr } = await call(url, words)
    expect([exitCode, stdout, stderr.trimEnd().split('\n').length]).toEqual([1, '', 1])
    return stderr
  }

  test.each([
    ['without items', {}],
    ['with items that are no list', { items: {} }],
    ['with items that are no objects', { items: [null] }],
    ['with a cursor that is no text', { items: [], nextCursor: 7 }],
    ['with items that lack what is shown', { items: [{}] }],
    ['that is a list itself', [1]],
  ])('that it answers with a list %s', async (_what, body) => {
    const url = await serve(answer(200, body))
    for (const words of [list, ['alert', 'list', '--workspace', 'org_one'], ['rule', 'list']]) {
      expect(await refusalOf(url, words)).toContain(`error: ${url} answered in a form that this command line`)
    }
  })

  test('that its list has no end, because something in between keeps answers', async () => {
    const url = await serve(answer(200, { items: [{ ruleId: 'rul_1' }], nextCursor: 'next' }))
    expect(await refusalOf(url)).toContain(`error: ${url} gave the same page of a list twice.`)
  })

  test('that its answer has no end', async () => {
    const url = await serve((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const send = (): void => {
        while (response.write(piece));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send)
      send()
    })
    expect(await refusalOf(url)).toContain(`error: ${url} answered with more than 64 MiB.`)
  })

  test('that its refusal has issues of another form', async () => {
    const url = await serve(answer(400, { code: 'invalid_request', message: 'No.', detail: [null] }))
    expect(await refusalOf(url)).toBe('error: No.\n')
  })
})

describe('a login', () => {
  const started = {
    ...{ device_code: 'A'.repeat(43), user_code: 'BCDF-GHJK', expires_in: 600, interval: 0 },
    ...{ verification_uri: 'http://a.example', verification_uri_complete: 'http://a.example/BCDF-GHJK' },
  }
  const session = { person: { personId: 'usr_1' }, endsAt: '2026-12-01T00:00:00.000Z' }

  async function logIn(environment: Record<string, string>, answers: Record<string, unknown>) {
    const asked: string[] = []
    const url = await serve((request, response) => {
      const route = `${request.method} ${request.url}`
      asked.push(route)
      answer(200, answers[route] ?? {})(request, response)
    })
    return { ...(await cliInProcess(environment)(['login', '--url', url])), url, asked }
  }

  test('that cannot be stored names its file, and ends its session', async () => {
    const home = mkdtempSync(join(tmpdir(), 'signalpost-login-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    writeFileSync(join(home, '.config'), '')
    const { exitCode, stderr, asked } = await logIn(
      { HOME: home },
      {
        'POST /console/device/authorization': started,
        'POST /console/device/token': { access_token: 'A'.repeat(43) },
        'GET /console/api/session': session,
      },
    )
    const lines = stderr.trimEnd().split('\n')
    expect([exitCode, lines.length, lines.at(-1)]).toEqual([
      ...[2, 4, `error: ${join(home, '.config/signalpost/login.json')} cannot be written (ENOTDIR)`],
    ])
    expect(asked.at(-1)).toBe('DELETE /console/api/session')
  })

  test('without a place to keep it asks no person', async () => {
    const route = 'POST /console/device/authorization'
    const { exitCode, stderr, asked } = await logIn({}, { [route]: started })
    expect([exitCode, stderr, asked]).toEqual([
      ...[2, 'error: HOME is not set, so there is no place to keep the login\n', [route]],
    ])
  })

  test.each([
    ['waits longer than a timer can', { ...started, interval: 2 ** 32 }, undefined, 'refused the login'],
    ['shows a session of another form', started, { person: null }, 'answered in a form'],
  ])('at a console that %s says so in its last line', async (_what, authorization, shown, line) => {
    const { exitCode, stderr, url, asked } = await logIn(
      { HOME: '/nonexistent' },
      {
        'POST /console/device/authorization': authorization,
        'POST /console/device/token': { access_token: 'A'.repeat(43) },
        'GET /console/api/session': shown,
      },
    )
    expect([exitCode, stderr.trimEnd().split('\n').at(-1)]).toEqual([
      ...[1, expect.stringContaining(`error: ${url} ${line}`)],
    ])
    expect(asked.length).toBeLessThan(5)
  })
})
