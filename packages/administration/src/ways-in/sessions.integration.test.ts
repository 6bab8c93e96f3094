import { createSessions } from '@signalpost/authorization'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { editPersonAct } from '../person/edit-person.ts'
import { endPersonAct } from '../person/end-person.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import { addPerson } from '../test-support/person-cases.ts'
import { cli, hourMs, minuteMs, refusal, stageWaysIn } from '../test-support/stage-ways-in.ts'

const stage = stageWaysIn()
const { visitor, linkFor, logIn } = stage

describe('a session', () => {
  test('gives a session a new token at each login, whatever the browser had before', async () => {
    const { personId, token, session } = await logIn()
    const second = await stage.waysIn.logInByToken(await linkFor(personId), visitor(), session)
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

  const another = () =>
    createSessions({ ...stage.services, onError: (error) => expect.unreachable(String(error)) })

  async function lastUse(token: string): Promise<number | undefined> {
    const { rows } = await sql<{ usedAt: Date }>`
      select used_at as "usedAt" from sessions where token_sha256 = sha256(${token}::text::bytea)`.execute(
      stage.services.database,
    )
    return rows[0]?.usedAt.getTime()
  }
})

describe('limits', () => {
  test('refuses the 11th login of an address in a minute, and keeps the link unused', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId)
    const token = await linkFor(personId)
    const flooding = visitor('2001:db8:1:2::1')
    for (let count = 0; count < 10; count += 1) {
      await expect(stage.waysIn.logInByToken('A'.repeat(43), flooding)).rejects.toMatchObject(refusal)
    }
    const neighbour = visitor('2001:db8:1:2:ffff::9')
    await expect(stage.waysIn.logInByToken(token, neighbour)).rejects.toMatchObject({
      ...{ code: 'rate_limited', headers: { 'retry-after': '60' } },
    })
    expect((await stage.waysIn.logInByToken(token, visitor('2001:db8:1:3::1'))).session).toBeDefined()
  })

  test('refuses the 301st login of all addresses in a minute', async () => {
    stage.nowMs += minuteMs
    const codes: string[] = []
    for (let count = 0; count < 301; count += 1) {
      const tried = stage.waysIn.logInByToken('A', visitor(`203.0.113.${count % 200}`))
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
