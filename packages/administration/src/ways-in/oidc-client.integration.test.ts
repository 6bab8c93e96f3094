import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OidcProvider, startOidcProvider } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { stageWaysIn } from '../test-support/stage-ways-in.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const stage = stageWaysIn()
const { visitor, invite } = stage
const redirectUrl = 'https://console.example.com/login/oidc'
let count = 0

type Client = Pick<OidcProvider, 'issuer' | 'clientId' | 'clientSecret'>

function openWaysIn({ issuer, clientId, clientSecret }: Client, nowMs: () => number = Date.now): WaysIn {
  return createWaysIn({
    ...{ ...stage.services, nowMs },
    oidc: { issuer, clientId, clientSecret, domains: [], trustsEmail: false },
    onError: (error) => expect.unreachable(String(error)),
  })
}

describe('the client proves itself', () => {
  test.each([
    ['by basic where the provider takes that alone', 'client_secret_basic', ['client_secret_basic']],
    ['by post where the provider takes that alone', 'client_secret_post', ['client_secret_post']],
    ['by basic where both are offered', 'client_secret_basic', ['client_secret_post', 'client_secret_basic']],
    ['by post where both are offered', 'client_secret_post', ['client_secret_basic', 'client_secret_post']],
  ] as const)('%s', async (_name, registered, offered) => {
    const other = await startOidcProvider({ redirectUrl, registered, offered })
    const own = openWaysIn(other)
    count += 1
    const email = `proof${count}@example.com`
    await invite({ email, role: 'member' })
    for (const _time of [1, 2]) {
      other.accounts.set(email, { email, email_verified: true })
      const { url, state } = await own.startOidc(visitor())
      const { search } = await other.logIn(url, email)
      expect((await own.finishOidc({ search, state }, visitor())).session.person.email).toBe(email)
    }
    await own.close()
    await other.close()
  })

  test('to a provider that refuses it, which the refusal says', async () => {
    const other = await startOidcProvider({ redirectUrl })
    const own = openWaysIn({ ...other, clientSecret: 'wrong' })
    const { url, state } = await own.startOidc(visitor())
    const { search } = await other.logIn(url, 'anyone')
    await expect(own.finishOidc({ search, state }, visitor())).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('refused Signalpost itself'),
    })
    await other.close()
  })

  test('not to a provider that takes no secret, which the refusal says', async () => {
    const offered = ['private_key_jwt'] as const
    const other = await startOidcProvider({ redirectUrl, registered: 'client_secret_basic', offered })
    await expect(openWaysIn(other).startOidc(visitor())).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('it offers private_key_jwt; expected client_secret_basic'),
    })
    await other.close()
  })
})

test('reports a provider that cannot be reached, and asks it again after 10 s', async () => {
  let asked = 0
  let nowMs = Date.now()
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = { issuer: `http://127.0.0.1:${port}`, clientId: 'x', clientSecret: 'y' }
  const away = openWaysIn(client, () => nowMs)
  const start = () => expect(away.startOidc(visitor())).rejects.toMatchObject({ code: 'unavailable' })
  for (let count = 0; count < 5; count += 1) await start()
  expect(asked).toBe(1)
  nowMs += 10_000
  await start()
  expect(asked).toBe(2)
  // A clock that is set back makes nothing last longer.
  nowMs -= 3_600_000
  await start()
  expect(asked).toBe(3)
  server.close()
})

test('begins at most 60 logins a minute for an address', async () => {
  const address = visitor()
  const provider = await startOidcProvider({ redirectUrl })
  const waysIn = openWaysIn(provider)
  const starts = await Promise.allSettled(Array.from({ length: 61 }, () => waysIn.startOidc(address)))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'rate_limited' },
  })
  await provider.close()
})
