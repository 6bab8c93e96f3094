import { openLoginState, sealLoginState } from '@signalpost/authorization/oidc'
import type { OutgoingProxy } from '@signalpost/outgoing'
import {
  type OidcAccount,
  type OidcProvider,
  startConnectProxy,
  startOidcProvider,
} from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { endPersonAct } from '../person/end-person.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const consoleUrl = 'https://console.example.com'
const redirectUrl = `${consoleUrl}/login/oidc`
const notInvited = {
  code: 'forbidden',
  message: 'This account has no access. Ask an admin for an invitation.',
}
const notCompleted = { code: 'unauthorized', message: 'The login was not completed. Start again.' }
const cli = { ...admin, actor: { kind: 'cli' as const, id: 'root' } }

let services: CaseServices
let provider: OidcProvider
let waysIn: WaysIn
let close: () => Promise<void>
let count = 0
let orgId: string

beforeAll(async () => {
  const opened = await openServices()
  services = { ...opened.services, consoleUrl }
  close = opened.close
  provider = await startOidcProvider({ redirectUrl })
  waysIn = openWaysIn()
})

afterAll(async () => {
  await waysIn.close()
  await provider.close()
  await close()
})

beforeEach(async () => {
  count += 1
  orgId = `org_${count}`
  await addWorkspace(services, orgId)
})

type Changes = { issuer?: string; domains?: string[]; proxy?: OutgoingProxy; trustsEmail?: boolean }

function openWaysIn(changes: Changes = {}): WaysIn {
  const { issuer, clientId, clientSecret } = provider
  const oidc = { issuer, clientId, clientSecret, domains: [], trustsEmail: false, ...changes }
  return createWaysIn({ ...services, oidc, onError: (error) => expect.unreachable(String(error)) })
}

function visitor() {
  count += 1
  return { address: `198.51.100.${count % 250}`, agent: 'Firefox', requestId: null }
}

/** Logs in at the provider with one of its accounts and returns. */
async function comeBack(account: string, known: OidcAccount, by = waysIn) {
  provider.accounts.set(account, known)
  const { url, state } = await by.startOidc(visitor())
  const { search } = await provider.logIn(url, account)
  return { search, state }
}

async function logIn(account: string, known: OidcAccount, by = waysIn) {
  return by.finishOidc(await comeBack(account, known, by), visitor())
}

const verified = (email: string): OidcAccount => ({ email, email_verified: true, name: 'Ann' })
const invite = (email: string, role: 'viewer' | 'member' | 'admin' = 'member') =>
  performAct(services, { caller: cli, act: invitePersonAct, input: { orgId, email, role } })

describe('a login at the provider', () => {
  test('takes up the invitations of a verified address, and needs none the next time', async () => {
    await invite('ann@example.com', 'admin')
    const first = await logIn('ann', verified('Ann@Example.com'))
    expect(first.session).toMatchObject({
      person: { email: 'ann@example.com', name: 'Ann' },
      memberships: [{ orgId, role: 'admin' }],
    })
    const second = await logIn('ann', { email: 'ann@new.example', email_verified: true })
    expect(second.session.person).toEqual(first.session.person)
    expect(second.token).not.toBe(first.token)
  })

  test('reads the address from the ID token if it is there', async () => {
    const other = await startOidcProvider({ redirectUrl, putsEmailIntoIdToken: true })
    await invite('idtoken@example.com')
    other.accounts.set('idtoken', verified('idtoken@example.com'))
    const { issuer, clientId, clientSecret } = other
    const oidc = { issuer, clientId, clientSecret, domains: [], trustsEmail: false }
    const own = createWaysIn({ ...services, oidc, onError: (error) => expect.unreachable(String(error)) })
    const { url, state } = await own.startOidc(visitor())
    const { search } = await other.logIn(url, 'idtoken')
    expect((await own.finishOidc({ search, state }, visitor())).session.person.email).toBe(
      'idtoken@example.com',
    )
    await other.close()
  })

  test('adds an account to a person who has none at the provider, if they are invited again', async () => {
    const { personId } = await addPerson(services, orgId, { email: 'known@example.com' })
    await expect(logIn('known', verified('known@example.com'))).rejects.toMatchObject(notInvited)
    await invite('known@example.com')
    expect((await logIn('known', verified('known@example.com'))).session.person.personId).toBe(personId)
  })

  test('creates one person for several windows that return at once', async () => {
    await invite('twice@example.com')
    const back = [
      await comeBack('twice', verified('twice@example.com')),
      await comeBack('twice', verified('twice@example.com')),
    ]
    const sessions = await Promise.all(back.map((callback) => waysIn.finishOidc(callback, visitor())))
    expect(new Set(sessions.map(({ session }) => session.person.personId)).size).toBe(1)
  })
})

describe('an address counts', () => {
  test('that the provider verified in text', async () => {
    await invite('text@example.com')
    const account = { email: 'text@example.com', email_verified: 'true' }
    expect((await logIn('text', account)).session.person.email).toBe('text@example.com')
  })

  test('of which nothing is said, where the operator trusts it, and never one that is not verified', async () => {
    const trusting = openWaysIn({ trustsEmail: true })
    await invite('unsaid@example.com')
    await expect(
      logIn('denied', { email: 'unsaid@example.com', email_verified: false }, trusting),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect((await logIn('unsaid', { email: 'unsaid@example.com' }, trusting)).session.person.email).toBe(
      'unsaid@example.com',
    )
  })
})

describe('nothing is given to', () => {
  test.each<[string, OidcAccount, string]>([
    ['an account that was not invited', verified('stranger@example.com'), notInvited.message],
    [
      'an address that is not verified',
      { email: 'invited@example.com', email_verified: false },
      'is not verified',
    ],
    [
      'an address that is not verified, as text',
      { email: 'invited@example.com', email_verified: 'false' },
      'is not verified',
    ],
    [
      'an address of which nothing is said',
      { email: 'invited@example.com' },
      'does not say whether the mail address of this account is verified',
    ],
    ['an account without an address', {}, 'sent no mail address'],
    ['an address that is none', { email: 'invited', email_verified: true }, 'sent no mail address'],
  ])('%s, and the refusal says why', async (_name, account, message) => {
    await invite('invited@example.com')
    const people = await countPeople()
    await expect(logIn(`stranger${count}`, account)).rejects.toMatchObject({
      ...{ code: 'forbidden', message: expect.stringContaining(message) },
    })
    expect(await countPeople()).toEqual(people)
  })

  test('a second account with the address of a person', async () => {
    await invite('shared@example.com')
    const first = await logIn('shared1', verified('shared@example.com'))
    await expect(logIn('shared2', verified('shared@example.com'))).rejects.toMatchObject(notInvited)
    await invite('shared@example.com', 'admin')
    await expect(logIn('shared2', verified('shared@example.com'))).rejects.toMatchObject(notInvited)
    const again = await logIn('shared1', verified('shared@example.com'))
    expect(again.session).toMatchObject({
      person: { personId: first.session.person.personId },
      memberships: [{ orgId, role: 'admin' }],
    })
  })

  test.each([
    ['is disabled', disablePersonAct],
    ['has no role left', endPersonAct],
  ])('a person who %s', async (_name, act) => {
    const email = `former${count}@example.com`
    await invite(email)
    const { personId } = (await logIn(email, verified(email))).session.person
    const input = act === endPersonAct ? { orgId, personId } : { personId }
    await performAct(services, { caller: cli, act: act as typeof endPersonAct, input: input as never })
    await expect(logIn(email, verified(email))).rejects.toMatchObject(notInvited)
  })

  test.each(['evil-acme.example', 'acme.example.evil.example', 'sub.acme.example', 'acme.exampl'])(
    'the domain %s where acme.example may join',
    async (domain) => {
      const joining = openWaysIn({ domains: ['acme.example'] })
      await expect(logIn(domain, verified(`eve@${domain}`), joining)).rejects.toMatchObject(notInvited)
    },
  )
})

test('people of a whole domain join every workspace as viewers, once', async () => {
  const joining = openWaysIn({ domains: ['acme.example'] })
  const { session } = await logIn('joiner', verified('joiner@Acme.example'), joining)
  expect(session.memberships).toContainEqual({ orgId, role: 'viewer' })
  expect(new Set(session.memberships.map(({ role }) => role))).toEqual(new Set(['viewer']))
  const { personId } = session.person
  await performAct(services, { caller: cli, act: endPersonAct, input: { orgId, personId } })
  const again = await logIn('joiner', verified('joiner@acme.example'), joining)
  expect(again.session.memberships.map((membership) => membership.orgId)).not.toContain(orgId)
})

describe('a callback is refused', () => {
  beforeAll(async () => {
    orgId = 'org_callbacks'
    await addWorkspace(services, orgId)
    await invite('callback@example.com')
    await logIn('callback', verified('callback@example.com'))
  })

  type Callback = { search: string; state: string }

  const cases: [string, (callback: Callback) => Promise<Callback>][] = [
    [
      'with the state of another login',
      async ({ search }) => ({ search, state: (await waysIn.startOidc(visitor())).state }),
    ],
    ['with a changed state', async ({ search, state }) => ({ search: changed(search, 'state', 'x'), state })],
    [
      'without a state',
      async ({ search, state }) => ({ search: changed(search, 'state', undefined), state }),
    ],
    ['with another nonce', async ({ search, state }) => ({ search, state: resealed(state, { nonce: 'x' }) })],
    [
      'with another code verifier',
      async ({ search, state }) => ({ search, state: resealed(state, { codeVerifier: 'x'.repeat(43) }) }),
    ],
    [
      'with another issuer',
      async ({ search, state }) => ({ search: changed(search, 'iss', 'https://evil.example'), state }),
    ],
    [
      'without an issuer',
      async ({ search, state }) => ({ search: changed(search, 'iss', undefined), state }),
    ],
    ['with another code', async ({ search, state }) => ({ search: changed(search, 'code', 'x'), state })],
    ['with two codes', async ({ search, state }) => ({ search: `${search}&code=x`, state })],
    ['that says no', async ({ state }) => ({ search: '?error=access_denied', state })],
    ['that is empty', async ({ state }) => ({ search: '', state })],
    ['without its cookie', async ({ search }) => ({ search, state: '' })],
    ['with a cookie that was not made here', async ({ search }) => ({ search, state: 'A'.repeat(200) })],
  ]

  test.each(cases)('%s', async (_name, spoil) => {
    const callback = await spoil(await comeBack('callback', verified('callback@example.com')))
    await expect(waysIn.finishOidc(callback, visitor())).rejects.toMatchObject(notCompleted)
  })

  test('a second time', async () => {
    const callback = await comeBack('callback', verified('callback@example.com'))
    await waysIn.finishOidc(callback, visitor())
    await expect(waysIn.finishOidc(callback, visitor())).rejects.toMatchObject(notCompleted)
  })

  test('after 10 minutes', async () => {
    const { search, state } = await comeBack('callback', verified('callback@example.com'))
    const checks = openLoginState(services.secretBox, state, Date.now())
    const old = sealLoginState(services.secretBox, checks, Date.now() - 10 * 60_000)
    await expect(waysIn.finishOidc({ search, state: old }, visitor())).rejects.toMatchObject(notCompleted)
  })

  function changed(search: string, name: string, value: string | undefined): string {
    const parameters = new URLSearchParams(search)
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, value)
    return `?${parameters.toString()}`
  }

  function resealed(state: string, changes: object): string {
    const checks = openLoginState(services.secretBox, state, Date.now())
    return sealLoginState(services.secretBox, { ...checks, ...changes }, Date.now())
  }
})

test('a provider that names another issuer than the configured one is refused', async () => {
  const mistaken = openWaysIn({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') })
  await expect(mistaken.startOidc(visitor())).rejects.toMatchObject(notCompleted)
})

test('asks the provider through the proxy only', async () => {
  const proxy = await startConnectProxy(Number(new URL(provider.issuer).port), {
    login: { user: 'user', password: 'secret' },
  })
  await invite('through@example.com')
  const through = openWaysIn({ proxy })
  const { session } = await logIn('through', verified('through@example.com'), through)
  expect(session.person.email).toBe('through@example.com')
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(provider.issuer).host]))
  const refused = openWaysIn({ proxy: { ...proxy, authorization: undefined } })
  await expect(refused.startOidc(visitor())).rejects.toMatchObject({ code: 'unavailable' })
  await through.close()
  await refused.close()
  await proxy.close()
})

async function countPeople(): Promise<unknown> {
  const { rows } = await sql`select count(*) from people`.execute(services.database)
  return rows
}
