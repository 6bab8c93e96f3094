import { type Caller, createSessions } from '@signalpost/authorization'
import type { Letter } from '@signalpost/channels'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLoginLinkAct } from '../login/create-login-link.ts'
import { performAct } from '../perform-act.ts'
import { editPersonAct } from '../person/edit-person.ts'
import { endPersonAct } from '../person/end-person.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { addPerson } from '../test-support/person-cases.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { Visitor, WaysIn } from './ways-in.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const cli: Caller = { ...admin, actor: { kind: 'cli', id: 'root' } }
const refusal = {
  code: 'unauthorized',
  message: 'This link does not work, or no longer. Ask for another one.',
}

let nowMs = Date.parse('2026-11-20T09:00:00.000Z')
let services: CaseServices
let waysIn: WaysIn
let close: () => Promise<void>
let addresses = 0
let workspaces = 0
let orgId: string

beforeAll(async () => {
  const opened = await openServices()
  services = { ...opened.services, nowMs: () => nowMs }
  close = opened.close
  waysIn = createWaysIn({
    ...services,
    oidc: undefined,
    onError: (error) => expect.unreachable(String(error)),
  })
})

afterAll(async () => {
  await waysIn.close()
  await close()
})

beforeEach(async () => {
  nowMs = (Math.floor(nowMs / (24 * hourMs)) + 1) * 24 * hourMs
  workspaces += 1
  orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
})

/** Each visitor has an address of its own, so the limits of one test leave others alone. */
function visitor(address?: string): Visitor {
  addresses += 1
  return {
    address: address ?? `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`,
    agent: 'Firefox',
    requestId: 'req_1',
  }
}

const tokenOf = ({ url = '' }: { url?: string }): string => url.replace(/^.*#/, '')
const linkFor = async (personId: string): Promise<string> =>
  tokenOf(await performAct(services, { caller: cli, act: createLoginLinkAct, input: { personId } }))
const invite = async (input: { email: string; role: 'viewer' | 'member' | 'admin' }, caller: Caller = cli) =>
  tokenOf(await performAct(services, { caller, act: invitePersonAct, input: { orgId, ...input } }))
const logIn = async (options?: Parameters<typeof addPerson>[2]) => {
  const { personId } = await addPerson(services, orgId, options)
  return { personId, ...(await waysIn.logInByToken(await linkFor(personId), visitor())) }
}

describe('a link', () => {
  test('opens a session of its person', async () => {
    const { personId, token, session } = await logIn({ role: 'viewer' })
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(session).toMatchObject({
      person: { personId, email: `${orgId}@example.com` },
      memberships: [{ orgId, role: 'viewer' }],
      loggedInAt: new Date(nowMs),
      endsAt: new Date(nowMs + 7 * 24 * hourMs),
    })
    expect(await waysIn.findSession(token, visitor())).toEqual({ session })
  })

  test('works once, even for two browsers at the same moment', async () => {
    const { personId } = await addPerson(services, orgId)
    const token = await linkFor(personId)
    const tries = await Promise.allSettled([1, 2, 3].map(() => waysIn.logInByToken(token, visitor())))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(refusal)
  })

  test('works for 10 minutes', async () => {
    const { personId } = await addPerson(services, orgId)
    const [inTime, late] = [await linkFor(personId), await linkFor(personId)]
    nowMs += 10 * minuteMs - 1
    await waysIn.logInByToken(inTime, visitor())
    nowMs += 1
    await expect(waysIn.logInByToken(late, visitor())).rejects.toMatchObject(refusal)
  })

  test.each([
    ['unknown', async () => 'A'.repeat(43)],
    ['empty', async () => ''],
    ['of another alphabet', async () => 'ß'.repeat(43)],
    ['a megabyte long', async () => 'A'.repeat(1_048_576)],
    [
      'of a disabled person',
      async () => {
        const { personId } = await addPerson(services, orgId)
        const token = await linkFor(personId)
        await performAct(services, { caller: cli, act: disablePersonAct, input: { personId } })
        return token
      },
    ],
    [
      'of a person without a role',
      async () => {
        const { personId } = await addPerson(services, orgId)
        const token = await linkFor(personId)
        await performAct(services, { caller: cli, act: endPersonAct, input: { orgId, personId } })
        return token
      },
    ],
  ])('that is %s gets the one answer', async (_name, make) => {
    await expect(waysIn.logInByToken(await make(), visitor())).rejects.toMatchObject(refusal)
  })

  test('is stored as a hash only, as are session and invitation', async () => {
    const { personId, token: session } = await logIn()
    const [link, invitation] = [
      await linkFor(personId),
      await invite({ email: 'x@example.com', role: 'viewer' }),
    ]
    const { rows } = await sql<{ text: string }>`
      select coalesce((select json_agg(t)::text from login_links t), '') || (select json_agg(t)::text from sessions t)
             || (select json_agg(t)::text from invitations t) || (select json_agg(t)::text from audit_log t) as text`.execute(
      services.database,
    )
    for (const token of [session, link, invitation]) {
      expect(rows[0]?.text).not.toContain(token)
      expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'))
    }
  })
})

describe('an invitation', () => {
  test('lets its address in with its role, once', async () => {
    const token = await invite({ email: 'Ann@EXAMPLE.com', role: 'member' })
    const { session } = await waysIn.logInByToken(token, visitor())
    expect(session).toMatchObject({
      person: { email: 'ann@example.com', isOperator: false },
      memberships: [{ orgId, role: 'member' }],
    })
    await expect(waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
  })

  test('ends after 7 days, when it is revoked, and when the address is invited again', async () => {
    const [first, second] = [
      await invite({ email: 'eve@example.com', role: 'member' }),
      await invite({ email: 'eve@example.com', role: 'viewer' }),
    ]
    await expect(waysIn.logInByToken(first, visitor())).rejects.toMatchObject(refusal)
    nowMs += 7 * 24 * hourMs
    await expect(waysIn.logInByToken(second, visitor())).rejects.toMatchObject(refusal)
  })

  test('adds a role to a person who has one elsewhere', async () => {
    const { personId } = await logIn({ email: 'two@example.com' })
    const first = orgId
    orgId = `${first}_b`
    await addWorkspace(services, orgId)
    const { session } = await waysIn.logInByToken(
      await invite({ email: 'two@example.com', role: 'admin' }),
      visitor(),
    )
    expect(session.person.personId).toBe(personId)
    expect(session.memberships).toEqual([
      { orgId: first, role: 'member' },
      { orgId, role: 'admin' },
    ])
  })

  test('never lowers a role', async () => {
    await logIn({ email: 'boss@example.com', role: 'admin' })
    const token = await invite({ email: 'boss@example.com', role: 'viewer' })
    expect((await waysIn.logInByToken(token, visitor())).session.memberships).toEqual([
      { orgId, role: 'admin' },
    ])
  })

  test('of an admin who saw its link does not log in as a person who exists', async () => {
    const known = await logIn({ email: 'victim@example.com' })
    const token = await invite({ email: 'victim@example.com', role: 'admin' }, { ...freshAdmin(), orgId })
    await expect(waysIn.logInByToken(token, visitor())).rejects.toMatchObject({ code: 'conflict' })
    const other = await logIn({ email: 'other@example.com' })
    await expect(waysIn.logInByToken(token, visitor(), other.session)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { session } = await waysIn.logInByToken(token, visitor(), known.session)
    expect(session.person.personId).toBe(known.personId)
  })

  test('ends the sessions and links of an earlier holder of the address', async () => {
    const squatter = await waysIn.logInByToken(
      await invite({ email: 'ceo@example.com', role: 'viewer' }, { ...freshAdmin(), orgId }),
      visitor(),
    )
    await waysIn.logInByToken(await invite({ email: 'ceo@example.com', role: 'admin' }), visitor())
    nowMs += 4_000
    expect(await waysIn.findSession(squatter.token, visitor())).toBeUndefined()
  })

  test('creates an operator only if an operator invited them', async () => {
    const input = { orgId, email: 'op@example.com', role: 'viewer' as const, isOperator: true }
    const plain = { ...freshAdmin(), orgId, isOperator: false }
    await expect(performAct(services, { caller: plain, act: invitePersonAct, input })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const token = tokenOf(await performAct(services, { caller: cli, act: invitePersonAct, input }))
    expect((await waysIn.logInByToken(token, visitor())).session.person.isOperator).toBe(true)
  })
})

function freshAdmin(): Caller {
  return { ...admin, loggedInAtMs: nowMs }
}

describe('a session', () => {
  test('has a new token at each login, whatever the browser had before', async () => {
    const { personId, token, session } = await logIn()
    const second = await waysIn.logInByToken(await linkFor(personId), visitor(), session)
    expect(second.token).not.toBe(token)
    expect(second.session.sessionId).not.toBe(session.sessionId)
  })

  test('ends after 12 hours without use', async () => {
    const { token } = await logIn()
    nowMs += 11 * hourMs
    expect(await waysIn.findSession(token, visitor())).toBeDefined()
    await expect.poll(async () => lastUse(token)).toBe(nowMs)
    nowMs += 12 * hourMs - 1
    expect(await another().find(token)).toBeDefined()
    nowMs += 12 * hourMs
    expect(await waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('ends 7 days after the login, however much it is used', async () => {
    const { token } = await logIn()
    for (let day = 0; day < 14; day += 1) {
      nowMs += 12 * hourMs - 1
      expect(await waysIn.findSession(token, visitor()), `half day ${day}`).toBeDefined()
      await expect.poll(async () => lastUse(token)).toBe(nowMs)
    }
    nowMs += 14
    expect(await waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('that ends is refused by this process at once and by others within 5 s', async () => {
    const { token, session } = await logIn()
    const other = another()
    expect(await other.find(token)).toBeDefined()
    await waysIn.endSession(token, session, visitor())
    expect(await waysIn.findSession(token, visitor())).toBeUndefined()
    nowMs += 4_000
    expect(await other.find(token)).toBeUndefined()
  })

  test.each([
    ['is disabled', disablePersonAct],
    ['loses the last role', endPersonAct],
  ])('ends when its person %s', async (_name, act) => {
    const { personId, token } = await logIn()
    const input = act === endPersonAct ? { orgId, personId } : { personId }
    await performAct(services, { caller: cli, act: act as typeof endPersonAct, input: input as never })
    nowMs += 4_000
    expect(await waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('gets a new token when its role changes; requests under way may finish with the old one', async () => {
    const { personId, token } = await logIn({ role: 'member' })
    await waysIn.findSession(token, visitor())
    await performAct(services, {
      caller: cli,
      act: editPersonAct,
      input: { orgId, personId, role: 'viewer' },
    })
    nowMs += 4_000
    const found = await Promise.all([1, 2, 3].map(() => waysIn.findSession(token, visitor())))
    expect(found.map((one) => one?.session.memberships)).toEqual(Array(3).fill([{ orgId, role: 'viewer' }]))
    const newTokens = found.flatMap((one) => one?.newToken ?? [])
    expect(newTokens).toHaveLength(1)
    expect(await waysIn.findSession(newTokens[0] ?? '', visitor())).toEqual({ session: found[0]?.session })
    expect(await another().find(token)).toEqual({ session: found[0]?.session })
    nowMs += 4_000
    expect(await waysIn.findSession(token, visitor())).toBeUndefined()
    expect(await waysIn.findSession(newTokens[0] ?? '', visitor())).toBeDefined()
  })

  const another = () => createSessions({ ...services, onError: (error) => expect.unreachable(String(error)) })

  async function lastUse(token: string): Promise<number | undefined> {
    const { rows } = await sql<{ usedAt: Date }>`
      select used_at as "usedAt" from sessions where token_sha256 = sha256(${token}::text::bytea)`.execute(
      services.database,
    )
    return rows[0]?.usedAt.getTime()
  }
})

describe('limits', () => {
  test('refuse the 11th login of an address in a minute, and keep the link unused', async () => {
    const { personId } = await addPerson(services, orgId)
    const token = await linkFor(personId)
    const flooding = visitor('2001:db8:1:2::1')
    for (let count = 0; count < 10; count += 1) {
      await expect(waysIn.logInByToken('A'.repeat(43), flooding)).rejects.toMatchObject(refusal)
    }
    const neighbour = visitor('2001:db8:1:2:ffff::9')
    await expect(waysIn.logInByToken(token, neighbour)).rejects.toMatchObject({
      ...{ code: 'rate_limited', headers: { 'retry-after': '60' } },
    })
    expect((await waysIn.logInByToken(token, visitor('2001:db8:1:3::1'))).session).toBeDefined()
  })

  test('refuse the 301st login of all addresses in a minute', async () => {
    nowMs += minuteMs
    const codes: string[] = []
    for (let count = 0; count < 301; count += 1) {
      const tried = waysIn.logInByToken('A', visitor(`203.0.113.${count % 200}`))
      codes.push(
        await tried.then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      )
    }
    expect(codes).toEqual([...Array(300).fill('unauthorized'), 'rate_limited'])
  })
})

test('the first person of an installation is an operator, and no other', async () => {
  await addPerson(services, orgId, { email: null })
  await addPerson(services, orgId, { email: null })
  const { rows } = await sql<{ isOperator: boolean }>`
    select is_operator as "isOperator" from people order by created_at, person_id limit 2`.execute(
    services.database,
  )
  expect(rows.map(({ isOperator }) => isOperator)).toEqual([true, false])
})

test('no letter is sent if no mail server is configured', async () => {
  expect(waysIn.offers.mail).toBe(false)
  await expect(waysIn.requestMailLink('ann@example.com', visitor())).rejects.toMatchObject({
    code: 'not_found',
  })
})

describe('a link by mail', () => {
  const letters: Letter[] = []
  const errors: unknown[] = []
  let mailing: WaysIn

  beforeAll(() => {
    const sendLetter = async (letter: Letter) => {
      letters.push(letter)
    }
    mailing = createWaysIn({
      ...services,
      sendLetter,
      oidc: undefined,
      onError: (error) => errors.push(error),
    })
  })

  beforeEach(() => {
    letters.length = 0
  })

  test('reaches the stored address and logs in', async () => {
    const { personId } = await addPerson(services, orgId, { email: 'ann.mail@example.com' })
    await mailing.requestMailLink('Ann.Mail@Example.com', visitor())
    await mailing.close()
    expect(letters).toMatchObject([{ to: 'ann.mail@example.com', link: { label: 'Log in' } }])
    const { session } = await mailing.logInByToken(tokenOf(letters[0]?.link ?? {}), visitor())
    expect(session.person.personId).toBe(personId)
  })

  test('gives the same response for every address, and mails no unknown one', async () => {
    const { personId } = await addPerson(services, orgId, { email: 'former@example.com' })
    await performAct(services, { caller: cli, act: endPersonAct, input: { orgId, personId } })
    for (const email of ['stranger@example.com', 'former@example.com']) {
      expect(await mailing.requestMailLink(email, visitor())).toBeUndefined()
    }
    await mailing.close()
    expect(letters).toEqual([])
    expect(errors).toEqual([])
  })

  test('is refused the 6th time in 15 minutes for an address, whether or not it is known', async () => {
    await addPerson(services, orgId, { email: 'known@example.com' })
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const codes: string[] = []
      for (let count = 0; count < 6; count += 1) {
        const asked = mailing.requestMailLink(email, visitor())
        codes.push(
          await asked.then(
            () => 'sent',
            (error: { code: string }) => error.code,
          ),
        )
      }
      expect(codes, email).toEqual([...Array(5).fill('sent'), 'rate_limited'])
    }
  })
})
