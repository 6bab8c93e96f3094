import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeLines } from '../completion/complete-lines.ts'
import { findRemote, readAddress } from './find-remote.ts'
import { readLogins, removeLogin, storeLogin } from './stored-login.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'signalpost-login-'))
})

afterEach(() => rmSync(home, { recursive: true }))

const login = {
  ...{ url: 'https://console.example.com', token: 'A'.repeat(43), personId: 'usr_1' },
  ...{ expiresAt: '2026-12-01T00:00:00.000Z', allowsHttp: false },
}
const nowhere = { isLocal: false, url: undefined, allowsHttp: false }

describe('a login', () => {
  test('is kept for its account alone, and replaced as a whole', async () => {
    const env = { HOME: home }
    await storeLogin(env, { ...login, token: 'B'.repeat(43) })
    await storeLogin(env, login)
    const directory = join(home, '.config/signalpost')
    expect(readdirSync(directory)).toEqual(['login.json'])
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, 'login.json')).mode & 0o777).toBe(0o600)
    expect(await readLogins(env)).toEqual({ current: login.url, logins: [login] })
    await removeLogin(env, login.url)
    await removeLogin(env, login.url)
    expect(await readLogins(env)).toEqual({ current: null, logins: [] })
    expect(readdirSync(directory)).toEqual([])
  })

  test('is kept where XDG_CONFIG_HOME says', async () => {
    await storeLogin({ HOME: '/nonexistent', XDG_CONFIG_HOME: home }, login)
    expect(readdirSync(join(home, 'signalpost'))).toEqual(['login.json'])
  })

  test('that is none is bad usage', async () => {
    await storeLogin({ HOME: home }, login)
    writeFileSync(join(home, '.config/signalpost/login.json'), '{"url": ')
    await expect(readLogins({ HOME: home })).rejects.toThrow('is not a login: remove it')
  })

  test('whose file others may read is named at each use', async () => {
    const env = { HOME: home }
    const notes: string[] = []
    const find = () => findRemote(env, nowhere, (line) => notes.push(line))
    await storeLogin(env, login)
    await find()
    expect(notes).toEqual([])
    const path = join(home, '.config/signalpost/login.json')
    chmodSync(path, 0o640)
    expect(await find()).toEqual(login)
    expect(notes).toEqual([
      `Others on this machine may read ${path}: run chmod 600 on it, then log in again.`,
    ])
  })

  test('has no place without a home', async () => {
    await expect(storeLogin({}, login)).rejects.toThrow('HOME is not set')
    expect((await readLogins({})).logins).toEqual([])
  })
})

describe('a command goes', () => {
  test('to the installation without a login, and with --local', async () => {
    const env = { HOME: home }
    expect(await findRemote(env, nowhere)).toBeUndefined()
    await storeLogin(env, login)
    expect(await findRemote(env, { ...nowhere, isLocal: true })).toBeUndefined()
  })

  test('to the console of the login, also where it is named', async () => {
    const env = { HOME: home }
    await storeLogin(env, login)
    expect(await findRemote(env, nowhere)).toMatchObject(login)
    expect(await findRemote(env, { ...nowhere, url: 'https://console.example.com/' })).toMatchObject(login)
  })

  test('to the console that variables name, with their token', async () => {
    await storeLogin({ HOME: home }, login)
    const env = { HOME: home, SIGNALPOST_URL: 'https://other.example.com', SIGNALPOST_TOKEN: 'C'.repeat(43) }
    expect(await findRemote(env, nowhere)).toEqual({
      url: 'https://other.example.com',
      token: 'C'.repeat(43),
    })
  })

  test('nowhere else with the token of a login', async () => {
    await storeLogin({ HOME: home }, login)
    await expect(
      findRemote({ HOME: home }, { ...nowhere, url: 'https://other.example.com' }),
    ).rejects.toThrow('there is no login at https://other.example.com')
  })

  test('to the console of the last login, and to any other that is named', async () => {
    const env = { HOME: home }
    const staging = { ...login, url: 'https://staging.example.com', token: 'B'.repeat(43) }
    await storeLogin(env, login)
    await storeLogin(env, staging)
    expect(await findRemote(env, nowhere)).toEqual(staging)
    expect(await findRemote(env, { ...nowhere, url: login.url })).toEqual(login)
    await removeLogin(env, login.url)
    expect(await findRemote(env, nowhere)).toEqual(staging)
  })

  test('nowhere unasked after a logout from one console of several', async () => {
    const env = { HOME: home }
    await storeLogin(env, login)
    await storeLogin(env, { ...login, url: 'https://staging.example.com' })
    await removeLogin(env, 'https://staging.example.com')
    await expect(findRemote(env, nowhere)).rejects.toThrow(
      `there are logins at ${login.url}: name one with --url`,
    )
    expect(await findRemote(env, { ...nowhere, url: login.url })).toEqual(login)
    expect(await findRemote(env, { ...nowhere, isLocal: true })).toBeUndefined()
  })

  test('nowhere with a token that has no address', async () => {
    await expect(findRemote({ SIGNALPOST_TOKEN: 'C'.repeat(43) }, nowhere)).rejects.toThrow(
      'SIGNALPOST_TOKEN needs SIGNALPOST_URL',
    )
  })
})

test.each(['http://localhost:4300', 'http://127.0.0.1:4300', 'http://[::1]:4300', 'https://a.example'])(
  '%s is an address',
  (text) => {
    expect(readAddress(text, { allowsHttp: false })).toBe(text)
  },
)

test.each([
  ...['console.example.com', 'ftp://a.example', 'https://a.example/path', 'https://a.example/?q=1'],
  ...['https://user:word@a.example', 'http://a.example', 'http://127.0.0.1.example', 'http://10.0.0.1'],
])('%s is no address', (text) => {
  expect(() => readAddress(text, { allowsHttp: false })).toThrow('--url: ')
})

test('completion offers the consoles of the logins where one is meant', async () => {
  const env = { HOME: home }
  await storeLogin(env, login)
  await storeLogin(env, { ...login, url: 'https://staging.example.com' })
  const complete = (...words: string[]) => completeLines(words, { env })
  expect(await complete('--url', '')).toEqual([login.url, 'https://staging.example.com'])
  expect(await complete('--url', 'https://s')).toEqual(['https://staging.example.com'])
  expect(await complete('logout', '--url', 'https://c')).toEqual([login.url])
  expect(await complete('warehouse', 'create', 'postgres', '--url', '')).toEqual([])
})

test('an address without TLS can be allowed', () => {
  expect(readAddress('http://a.example', { allowsHttp: true })).toBe('http://a.example')
})
