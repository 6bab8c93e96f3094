import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate, findFreePort } from '@signalpost/testing'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { cliInProcess } from '../test-support/call-in-process.ts'
import { createConsoleClient } from './console-client.ts'
import { readLogins, storeLogin } from './stored-login.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function portOf(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // the cast: it listens on a port
}

const answering = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(listener))}`

const json =
  (status: number, body: object): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

async function refusal(url: string, words = ['rule', 'list', '--workspace', 'org_one']) {
  const call = cliInProcess({ SIGNALPOST_URL: url, SIGNALPOST_TOKEN: 'A'.repeat(43) })
  const { exitCode, stdout, stderr } = await call(words)
  expect(stdout).toBe('')
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  return [exitCode, stderr.trimEnd()]
}

test('a logout without the console removes the login, and says how its session ends', async () => {
  const home = mkdtempSync(join(tmpdir(), 'signalpost-logout-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const url = `http://127.0.0.1:${await findFreePort()}`
  const login = { url, token: 'A'.repeat(43), personId: 'usr_1', allowsHttp: true }
  await storeLogin({ HOME: home }, { ...login, expiresAt: '2026-12-01T00:00:00.000Z' })
  const { exitCode, stdout, stderr } = await cliInProcess({ HOME: home })(['logout', '--json'])
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { url, ended: false }])
  expect(stderr.trimEnd().split('\n')).toEqual([
    `Nothing answers at ${url}. Check the address, and that the console runs there.`,
    `The login is removed from this computer. Its session ends by itself, on 2026-12-01T00:00:00.000Z at the latest, or under your name at ${url}.`,
  ])
  expect(await readLogins({ HOME: home })).toEqual({ current: null, logins: [] })
})

test('a second login at a console ends the session of the first, and a logout from it names the others', async () => {
  const home = mkdtempSync(join(tmpdir(), 'signalpost-logins-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const ended: (string | undefined)[] = []
  const started = {
    ...{ device_code: 'A'.repeat(43), user_code: 'BCDF-GHJK', expires_in: 600, interval: 0 },
    ...{ verification_uri: 'http://a.example', verification_uri_complete: 'http://a.example/BCDF-GHJK' },
  }
  const session = { person: { personId: 'usr_1' }, endsAt: '2026-12-01T00:00:00.000Z' }
  const url = await answering((request, response) => {
    if (request.url === '/console/device/authorization') json(200, started)(request, response)
    else if (request.url === '/console/device/token') {
      json(200, { access_token: 'N'.repeat(43) })(request, response)
    } else if (request.method === 'GET') json(200, session)(request, response)
    else {
      ended.push(request.headers.authorization)
      response.writeHead(204).end()
    }
  })
  const env = { HOME: home }
  const stored = { personId: 'usr_1', allowsHttp: false, expiresAt: '2026-12-01T00:00:00.000Z' }
  const other = 'https://other.example.com'
  await storeLogin(env, { ...stored, url: other, token: 'O'.repeat(43) })
  await storeLogin(env, { ...stored, url, token: 'B'.repeat(43) })
  const call = cliInProcess(env)
  expect((await call(['login', '--url', url])).exitCode).toBe(0)
  expect(ended).toEqual([`Bearer ${'B'.repeat(43)}`])
  const { exitCode, stderr } = await call(['logout'])
  expect([exitCode, ended.at(-1)]).toEqual([0, `Bearer ${'N'.repeat(43)}`])
  expect(stderr).toBe(`There are still logins at ${other}. Name one with --url, or log in again at one.\n`)
  expect(await call(['logout'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(other) })
  expect((await readLogins(env)).logins).toHaveLength(1)
})

test.each(['login', 'logout'])(
  'an address in front of %s is bad usage, rather than ignored',
  async (word) => {
    const { exitCode, stdout, stderr } = await cliInProcess({})(['--url', 'https://a.example', word])
    expect([exitCode, stdout, stderr]).toEqual([
      2,
      '',
      `error: --url goes after ${word}: ./signalpost ${word} --url …\n`,
    ])
  },
)

test.each([
  ['alert replay --signal sig_1', { matched: 2, replayed: 1 }],
  ['message replay msg_1', { messageId: 'msg_1', channelId: 'chn_1', status: 'pending' }],
])('%s prints what it prints at the installation, and no more', async (words, document) => {
  const call = cliInProcess({
    SIGNALPOST_URL: await answering(json(200, document)),
    SIGNALPOST_TOKEN: 'A'.repeat(43),
  })
  const line = [...words.split(' '), '--workspace', 'org_one']
  expect(JSON.parse((await call([...line, '--json'])).stdout)).toEqual(document)
  const lines = (await call(line)).stdout.trimEnd().split('\n')
  expect(lines.map((one) => one.split(' ', 1)[0])).toEqual(Object.keys(document))
})

test('what a list of a console does not have is named by its noun', async () => {
  const url = await answering(json(200, { items: [], nextCursor: null }))
  const missing = await refusal(url, ['connection', 'delete', 'con_1', '--yes', '--workspace', 'org_one'])
  expect(missing).toEqual([1, 'error: There is no such connection.'])
})

describe('one line says what to do about', () => {
  test('a console that does not run', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    expect(await refusal(url)).toEqual([
      1,
      `error: Nothing answers at ${url}. Check the address, and that the console runs there.`,
    ])
  })

  test('a host that has no address', async () => {
    expect(await refusal('https://console.invalid')).toEqual([
      1,
      'error: The host of https://console.invalid has no address. Check the name, and your network.',
    ])
  })

  test.each([
    ['that no one trusts', ['127.0.0.1'], 30],
    ['of another host', ['console.example.com'], 30],
    ['that has expired', ['127.0.0.1'], -1],
  ])('a certificate %s', async (_what, names, days) => {
    const { certificate: cert, key } = createCertificate({ names, days })
    const url = `https://127.0.0.1:${await portOf(createTlsServer({ cert, key }))}`
    expect(await refusal(url)).toEqual([
      1,
      expect.stringMatching(
        /^error: The certificate of \S+ is not trusted \([A-Z_]+\)\. .*NODE_EXTRA_CA_CERTS/,
      ),
    ])
  })

  test('a server without TLS at an https address', async () => {
    const url = (await answering(json(200, {}))).replace('http:', 'https:')
    expect(await refusal(url)).toEqual([1, expect.stringContaining(`${url} does not answer with TLS.`)])
  })

  test('an address without TLS that is not this machine, before anything is sent', async () => {
    expect(await refusal('http://console.example.com')).toEqual([
      2,
      'error: --url: http://console.example.com has no TLS, so others on the way could read the token; use https, or say --allow-http',
    ])
  })

  test('a connection that breaks off', async () => {
    const server = createSocketServer((socket) => void socket.once('data', () => socket.resetAndDestroy()))
    const url = `http://127.0.0.1:${await portOf(server)}`
    expect(await refusal(url)).toEqual([1, expect.stringContaining(`${url} broke the connection off.`)])
  })

  test('a console that does not answer in time', async () => {
    const url = await answering(() => undefined)
    const client = createConsoleClient({ url, token: 'A'.repeat(43) }, { timeoutMs: 50 })
    await expect(client.request('get', '/session')).rejects.toThrow(`${url} did not answer within 0.05 s.`)
  })

  test('a page in place of JSON', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad\ngateway</h1>')
    })
    expect(await refusal(url)).toEqual([
      1,
      expect.stringContaining(`${url} answered with a page in place of JSON (status 502).`),
    ])
  })

  test('a redirect, which is not followed with the token', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(302, { location: 'https://sso.example.com/login?from=x' }).end()
    })
    expect(await refusal(url)).toEqual([
      1,
      `error: ${url} leads to https://sso.example.com. Use the address of the console itself.`,
    ])
  })

  test.each([
    ['a path that it does not have', 404, { code: 'not_found', message: 'There is nothing here.' }],
    ['a method that it does not serve', 405, { code: 'method_not_allowed', message: 'No.' }],
  ])('a console of another version, by %s', async (_what, status, body) => {
    const url = await answering(json(status, body))
    expect(await refusal(url)).toEqual([
      1,
      expect.stringMatching(/^error: \S+ does not know this command, so it is of another version than/),
    ])
  })

  test('an API, or an older console, that lets no command line log in', async () => {
    const url = await answering(json(404, { code: 'not_found', message: 'There is nothing here.' }))
    expect(await refusal(url, ['login', '--url', url])).toEqual([
      1,
      `error: ${url} lets no command line log in. Check that it is the address of the console, rather than of the API or the intake; a console of an older version needs an update.`,
    ])
  })

  test.each([
    ['access_denied', 'error: The login was denied.'],
    ['expired_token', 'error: No one allowed the login in time. Run it again.'],
    ['invalid_grant', 'error: The code was used already, or is not known. Run the login again.'],
    ['invalid_client', expect.stringMatching(/^error: \S+ refused the login: invalid_client$/)],
  ])('a login that ends with %s', async (error, line) => {
    const started = {
      ...{ device_code: 'A'.repeat(43), user_code: 'BCDF-GHJK', expires_in: 600, interval: 0 },
      ...{ verification_uri: 'http://a.example', verification_uri_complete: 'http://a.example/BCDF-GHJK' },
    }
    const answers = [json(200, started), json(400, { error: 'authorization_pending' }), json(400, { error })]
    const url = await answering((request, response) => answers.shift()?.(request, response))
    const { exitCode, stderr } = await cliInProcess({ HOME: '/nonexistent' })(['login', '--url', url])
    expect([exitCode, stderr.trimEnd().split('\n').at(-1)]).toEqual([1, line])
    expect(answers).toEqual([])
  })

  test('a session that has ended', async () => {
    const url = await answering(json(401, { code: 'unauthorized', message: 'Log in first.' }))
    expect(await refusal(url)).toEqual([
      1,
      `error: The login at ${url} has ended. Log in again: ./signalpost login --url ${url}`,
    ])
  })

  test('an act that needs a recent login', async () => {
    const url = await answering(json(401, { code: 'login_required', message: 'Log in again.' }))
    expect(await refusal(url)).toEqual([
      1,
      `error: This needs a login of the last 15 minutes. Run ./signalpost login --url ${url}, then this again.`,
    ])
  })

  test('an error that only a newer console knows', async () => {
    const url = await answering(json(418, { code: 'teapot', message: 'Not\nhere.' }))
    expect(await refusal(url)).toEqual([1, `error: ${url} refused: Not here.`])
  })
})
