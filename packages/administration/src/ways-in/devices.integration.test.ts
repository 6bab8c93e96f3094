import { type Caller, callerOf } from '@signalpost/authorization'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { endPersonAct } from '../person/end-person.ts'
import { endOtherSessionsAct } from '../person/sessions/end-sessions.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import { cli, minuteMs, stageWaysIn } from '../test-support/stage-ways-in.ts'

const stage = stageWaysIn()
const { visitor, logIn } = stage
const pollMs = 5_000
const deciding = { actor: { kind: 'person', id: 'usr_1' } } as Caller // nothing else of it is read here

/** A command line asks, and a person who has just logged in decides. */
async function ask(options?: Parameters<typeof logIn>[0]) {
  const { session, personId } = await logIn(options)
  const started = await stage.waysIn.startDevice('laptop', visitor())
  const caller = callerOf(session, { address: '198.51.100.1', requestId: null })
  if (caller === undefined) throw new Error('a person without a workspace is a caller')
  const decide = (isAllowed: boolean) =>
    stage.waysIn.decideDevice({ userCode: started.userCode, isAllowed }, caller)
  return { ...started, personId, caller, session, decide }
}

function poll(deviceCode: string) {
  stage.nowMs += pollMs
  return stage.waysIn.pollDevice(deviceCode, visitor())
}

async function logInDevice(options?: Parameters<typeof logIn>[0]) {
  const asked = await ask(options)
  await asked.decide(true)
  const polled = await poll(asked.deviceCode)
  if ('error' in polled) throw new Error(polled.error)
  return { ...asked, token: polled.token }
}

describe('a command line', () => {
  test('gets a session of the person who allows it, and waits until then', async () => {
    const { deviceCode, userCode, personId, decide } = await ask({ role: 'viewer' })
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(await stage.waysIn.pollDevice(deviceCode, visitor())).toEqual({ error: 'authorization_pending' })
    await decide(true)
    const polled = await poll(deviceCode)
    const { token } = polled as { token: string }
    const found = await stage.waysIn.findSession(token, visitor(), 'cli')
    expect(found?.session).toMatchObject({
      ...{ kind: 'cli', person: { personId } },
      memberships: [{ orgId: stage.orgId, role: 'viewer' }],
      endsAt: new Date(stage.nowMs + 7 * 24 * 60 * minuteMs),
    })
    expect(await stage.waysIn.findSession(token, visitor())).toBeUndefined()
  })

  test('has a token that a change of role does not renew', async () => {
    const { token, personId } = await logInDevice()
    await sql`update sessions set must_renew = true where person_id = ${personId} and kind = 'browser'`.execute(
      stage.services.database,
    )
    stage.nowMs += 10_000
    const found = await stage.waysIn.findSession(token, visitor(), 'cli')
    expect(found).toEqual({ session: expect.anything() })
  })

  test('is not let in by the token of a browser', async () => {
    const { token } = await logIn()
    expect(await stage.waysIn.findSession(token, visitor(), 'cli')).toBeUndefined()
    expect(await stage.waysIn.peekSession(token, 'cli')).toBeUndefined()
    expect(await stage.waysIn.peekSession(token)).toBeDefined()
  })

  test('gets the denial', async () => {
    const { deviceCode, decide } = await ask()
    await decide(false)
    expect(await poll(deviceCode)).toEqual({ error: 'access_denied' })
    await expect(decide(true)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('has to slow down if it asks too often, by five seconds more each time', async () => {
    const { deviceCode } = await ask()
    expect(await poll(deviceCode)).toEqual({ error: 'authorization_pending' })
    stage.nowMs += 3_000
    expect(await stage.waysIn.pollDevice(deviceCode, visitor())).toEqual({ error: 'slow_down' })
    expect(await poll(deviceCode)).toEqual({ error: 'slow_down' })
    stage.nowMs += 15_000
    expect(await stage.waysIn.pollDevice(deviceCode, visitor())).toEqual({ error: 'authorization_pending' })
  })

  test('has ten minutes', async () => {
    const [inTime, late] = [await ask(), await ask()]
    stage.nowMs += 10 * minuteMs - 1
    await inTime.decide(true)
    stage.nowMs += 1
    await expect(late.decide(true)).rejects.toMatchObject({ code: 'not_found' })
    expect(await stage.waysIn.pollDevice(late.deviceCode, visitor())).toEqual({ error: 'expired_token' })
    expect(await stage.waysIn.pollDevice(inTime.deviceCode, visitor())).toEqual({ error: 'expired_token' })
  })

  test('gets one session, however often it asks at once, and a replay ends it', async () => {
    const { deviceCode, decide, personId } = await ask()
    await decide(true)
    stage.nowMs += pollMs
    const first = await stage.waysIn.pollDevice(deviceCode, visitor())
    expect(first).toMatchObject({ token: expect.any(String) })
    const { token } = first as { token: string }
    const again = Array.from({ length: 5 }, () => stage.waysIn.pollDevice(deviceCode, visitor()))
    expect(new Set((await Promise.all(again)).map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"error":"invalid_grant"}']),
    )
    stage.nowMs += 5_000
    expect(await stage.waysIn.findSession(token, visitor(), 'cli')).toBeUndefined()
    expect(await auditOf(personId)).toEqual([
      ['login.by_link', null],
      ['login.allow_device', { hostName: 'laptop', address: expect.any(String) }],
      ['login.by_device', { sessionId: expect.any(String) }],
      ['login.by_device', null],
    ])
  })

  test.each([
    ['unknown', 'A'.repeat(43)],
    ['empty', ''],
    ['a megabyte long', 'A'.repeat(1_048_576)],
  ])('gets nothing for a device code that is %s', async (_what, deviceCode) => {
    expect(await stage.waysIn.pollDevice(deviceCode, visitor())).toEqual({ error: 'invalid_grant' })
  })

  test('cannot let another one in', async () => {
    const { token } = await logInDevice()
    const found = await stage.waysIn.findSession(token, visitor(), 'cli')
    const caller = found && callerOf(found.session, { address: '198.51.100.1', requestId: null })
    const { userCode } = await stage.waysIn.startDevice('other', visitor())
    if (caller === undefined) throw new Error('it has a session')
    await expect(stage.waysIn.decideDevice({ userCode, isAllowed: true }, caller)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('a person', () => {
  test('decides with a login of the last 15 minutes', async () => {
    const { session } = await logIn()
    stage.nowMs += 15 * minuteMs
    const { userCode } = await stage.waysIn.startDevice('laptop', visitor())
    const caller = callerOf(session, { address: '198.51.100.1', requestId: null })
    if (caller === undefined) throw new Error('it has a session')
    await expect(stage.waysIn.decideDevice({ userCode, isAllowed: true }, caller)).rejects.toMatchObject({
      code: 'login_required',
    })
    expect(await stage.waysIn.decideDevice({ userCode, isAllowed: false }, caller)).toEqual({
      isAllowed: false,
    })
  })

  test('types the code in any case, with or without its hyphen', async () => {
    const { userCode } = await stage.waysIn.startDevice('laptop', visitor())
    for (const typed of [userCode.toLowerCase(), userCode.replace('-', ''), ` ${userCode} `]) {
      expect(await stage.waysIn.inspectDevice(typed, deciding)).toMatchObject({ hostName: 'laptop' })
    }
  })

  test('has ten wrong codes a minute, from whichever address', async () => {
    const guessing = { actor: { kind: 'person', id: 'usr_guessing' } } as Caller // nothing else of it is read
    const codes: string[] = []
    for (let tried = 0; tried < 11; tried += 1) {
      const refusal = await stage.waysIn.inspectDevice('BCDF-GHJK', guessing).catch((error) => error)
      codes.push(refusal.code)
    }
    expect(codes).toEqual([...Array(10).fill('not_found'), 'rate_limited'])
    const { userCode } = await stage.waysIn.startDevice('laptop', visitor())
    expect(await stage.waysIn.inspectDevice(userCode, guessing)).toMatchObject({ hostName: 'laptop' })
  })

  test.each([
    ['is disabled', disablePersonAct],
    ['is removed from the last workspace', endPersonAct],
  ])('who %s after allowing lets nothing in', async (_what, act) => {
    const { deviceCode, decide, personId } = await ask()
    await decide(true)
    await performAct(stage.services, { caller: cli, act, input: { orgId: stage.orgId, personId } } as never)
    expect(await poll(deviceCode)).toEqual({ error: 'invalid_grant' })
  })

  test('who has no role left when the command line asks lets nothing in', async () => {
    const { deviceCode, decide, personId } = await ask()
    await decide(true)
    await sql`delete from memberships where person_id = ${personId}`.execute(stage.services.database)
    expect(await poll(deviceCode)).toEqual({ error: 'access_denied' })
  })

  test('who ends all other sessions also ends what they have just allowed', async () => {
    const { deviceCode, decide, caller, session } = await ask()
    await decide(true)
    const { sessionId } = session
    await performAct(stage.services, { caller, act: endOtherSessionsAct, input: { sessionId } })
    expect(await poll(deviceCode)).toEqual({ error: 'invalid_grant' })
  })
})

async function auditOf(personId: string): Promise<unknown[]> {
  const { rows } = await sql<{ act: string; after: unknown }>`
    select act, after from audit_log where target_id = ${personId} and act like 'login.%' and act <> 'login.create_link'
    order by audit_id`.execute(stage.services.database)
  return rows.map(({ act, after }) => [act, act === 'login.by_link' ? null : after])
}
