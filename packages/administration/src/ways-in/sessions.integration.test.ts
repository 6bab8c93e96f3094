import { createSessions } from '@signalpost/authorization'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { editPersonAct } from '../person/edit-person.ts'
import { endPersonAct } from '../person/end-person.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { cli, hourMs, minuteMs, refusal, stageWaysIn } from '../test-support/stage-ways-in.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const stage = stageWaysIn()
const { visitor, linkFor, logIn } = stage

describe('a session', () => {
  test('gives a session a new token at each login, whatever the browser had before', async () => {
    const { personId, token, session } = await logIn()
    const second = await stage.waysIn.logInByToken(await linkFor(personId), visitor(), { token, session })
    expect(second.token).not.toBe(token)
    expect(second.session.sessionId).not.toBe(session.sessionId)
  })

  test('ends a session after 12 hours without use', async () => {
    const { token } = await logIn()
    stage.nowMs += 11 * hourMs
    expect(await stage.waysIn.findSession(token, visitor())).toBeDefined()
    await expect.poll(async () => lastUse(token)).toBe(stage.nowMs)
    stage.nowMs += 12 * hourMs - 1
    expect(await another().find(token)).toBeDefined()
    stage.nowMs += 12 * hourMs
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('ends a session 7 days after the login, however much it is used', async () => {
    const { token } = await logIn()
    for (let day = 0; day < 14; day += 1) {
      stage.nowMs += 12 * hourMs - 1
      expect(await stage.waysIn.findSession(token, visitor()), `half day ${day}`).toBeDefined()
      await expect.poll(async () => lastUse(token)).toBe(stage.nowMs)
    }
    stage.nowMs += 14
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('refuses an ended session in this process at once and in others within 5 s', async () => {
    const { token, session } = await logIn()
    const other = another()
    expect(await other.find(token)).toBeDefined()
    await stage.waysIn.endSession(token, session, visitor())
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
    stage.nowMs += 4_000
    expect(await other.find(token)).toBeUndefined()
  })

  test.each([
    ['is disabled', disablePersonAct],
    ['loses the last role', endPersonAct],
  ])('ends when its person %s', async (_name, act) => {
    const { personId, token } = await logIn()
    const input = act === endPersonAct ? { orgId: stage.orgId, personId } : { personId }
    await performAct(stage.services, { caller: cli, act: act as typeof endPersonAct, input: input as never })
    stage.nowMs += 4_000
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('gives a session a new token when its role changes; requests under way may finish with the old one', async () => {
    const { personId, token } = await logIn({ role: 'member' })
    await stage.waysIn.findSession(token, visitor())
    await performAct(stage.services, {
      caller: cli,
      act: editPersonAct,
      input: { orgId: stage.orgId, personId, role: 'viewer' },
    })
    stage.nowMs += 4_000
    const found = await Promise.all([1, 2, 3].map(() => stage.waysIn.findSession(token, visitor())))
    expect(found.map((one) => one?.session.memberships)).toEqual(
      Array(3).fill([{ orgId: stage.orgId, role: 'viewer' }]),
    )
    const newTokens = found.flatMap((one) => one?.newToken ?? [])
    expect(newTokens).toHaveLength(1)
    expect(await stage.waysIn.findSession(newTokens[0] ?? '', visitor())).toEqual({
      session: found[0]?.session,
    })
    expect(await another().find(token)).toEqual({ session: found[0]?.session })
    stage.nowMs += 4_000
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
    expect(await stage.waysIn.findSession(newTokens[0] ?? '', visitor())).toBeDefined()
  })
})

test('a login ends the session that the browser sent with it, and no other', async () => {
  const [ann, bob] = [
    await logIn({ email: 'ann.tab@example.com' }),
    await logIn({ email: 'bob.tab@example.com' }),
  ]
  const other = await stage.waysIn.logInByToken(await linkFor(ann.personId), visitor())
  await stage.waysIn.logInByToken(await linkFor(bob.personId), visitor(), ann)
  expect(await stage.waysIn.findSession(ann.token, visitor())).toBeUndefined()
  expect(await stage.waysIn.findSession(other.token, visitor())).toBeDefined()
  expect(await stage.waysIn.findSession(bob.token, visitor())).toBeDefined()
})

test('a login that fails ends nothing', async () => {
  const ann = await logIn()
  await expect(stage.waysIn.logInByToken('A'.repeat(43), visitor(), ann)).rejects.toMatchObject(refusal)
  expect(await another().find(ann.token)).toBeDefined()
})

test('shorter times also end sessions that began before them', async () => {
  const { token } = await logIn()
  const times = { idleMs: 10 * minuteMs, totalMs: hourMs }
  const shorter = () => another(times)
  stage.nowMs += 10 * minuteMs - 1
  expect((await shorter().find(token))?.session.endsAt).toEqual(new Date(stage.nowMs + 50 * minuteMs + 1))
  stage.nowMs += 20 * minuteMs
  expect(await shorter().find(token)).toBeUndefined()
  expect(await another().find(token)).toBeDefined()
  await expect.poll(() => lastUse(token)).toBe(stage.nowMs)
  stage.nowMs += hourMs / 2 + 1
  expect(await another({ ...times, idleMs: hourMs }).find(token)).toBeUndefined()
})

function another(times = stage.services.sessionTimes) {
  return createSessions({
    ...{ ...stage.services, times },
    onError: (error) => expect.unreachable(String(error)),
  })
}

async function lastUse(token: string): Promise<number | undefined> {
  const { rows } = await sql<{ usedAt: Date }>`
    select used_at as "usedAt" from sessions where token_sha256 = sha256(${token}::text::bytea)`.execute(
    stage.services.database,
  )
  return rows[0]?.usedAt.getTime()
}

describe('limits', () => {
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'in',
      (error: { code: string }) => error.code,
    )

  test('refuses the 11th failure of an address in a minute, and lets a link in that works', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId)
    const flooding = visitor('2001:db8:1:2::1')
    const tries = Array.from({ length: 11 }, () => stage.waysIn.logInByToken('A'.repeat(43), flooding))
    const codes = await Promise.all(tries.map(codeOf))
    expect(codes.toSorted()).toEqual(['rate_limited', ...Array(10).fill('unauthorized')])
    const neighbour = visitor('2001:db8:1:2:ffff::9')
    await expect(stage.waysIn.inspectToken('A'.repeat(43), neighbour)).rejects.toMatchObject({
      ...{ code: 'rate_limited', headers: { 'retry-after': '60' } },
    })
    const token = await linkFor(personId)
    expect(await codeOf(stage.waysIn.inspectToken(token, neighbour))).toBe('in')
    expect(await codeOf(stage.waysIn.logInByToken(token, neighbour))).toBe('in')
    // Failures of an address leave its mails alone.
    expect(await codeOf(mailing.requestMailLink('someone@example.com', neighbour))).toBe('in')
  })

  test('holds for each address alone, however many there are', async () => {
    stage.nowMs += minuteMs
    const tries = Array.from({ length: 310 }, (_, index) =>
      stage.waysIn.logInByToken('A', visitor(`203.0.113.${index % 100}`)),
    )
    expect(new Set(await Promise.all(tries.map(codeOf)))).toEqual(new Set(['unauthorized']))
  })

  test('refuses the 11th mail that an address asks for in a minute', async () => {
    const asking = visitor('2001:db8:7:7::1')
    const codes: string[] = []
    for (let count = 0; count < 11; count += 1) {
      codes.push(await codeOf(mailing.requestMailLink(`stranger${count}@example.com`, asking)))
    }
    expect(codes).toEqual([...Array(10).fill('in'), 'rate_limited'])
  })

  let mailing: WaysIn

  beforeAll(() => {
    mailing = createWaysIn({
      ...stage.services,
      sendLetter: async () => undefined,
      oidc: undefined,
      onError: (error) => expect.unreachable(String(error)),
    })
  })

  afterAll(() => mailing.close())
})
