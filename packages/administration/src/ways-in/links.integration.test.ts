import { type LoginWay, visitorCaller } from '@signalpost/authorization'
import type { Letter } from '@signalpost/channels'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logInByInvitationAct } from '../login/log-in-by-invitation.ts'
import { logInByLinkAct } from '../login/log-in-by-link.ts'
import { performAct } from '../perform-act.ts'
import { endPersonAct } from '../person/end-person.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { disablePersonAct } from '../person/switch-person.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { cli, hourMs, minuteMs, refusal, stageWaysIn, tokenOf } from '../test-support/stage-ways-in.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const stage = stageWaysIn()
const { visitor, linkFor, invite, logIn } = stage

describe('a link', () => {
  test('opens a session of its person', async () => {
    const { personId, token, session } = await logIn({ role: 'viewer', email: 'link@example.com' })
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(session).toMatchObject({
      person: { personId, email: 'link@example.com' },
      memberships: [{ orgId: stage.orgId, role: 'viewer' }],
      loggedInAt: new Date(stage.nowMs),
      endsAt: new Date(stage.nowMs + 7 * 24 * hourMs),
    })
    expect(await stage.waysIn.findSession(token, visitor())).toEqual({ session })
  })

  test('works once, even for 20 browsers at the same moment', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId)
    const token = await linkFor(personId)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => stage.waysIn.logInByToken(token, visitor())),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(refusal)
  })

  test('works for 10 minutes', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId)
    const [inTime, late] = [await linkFor(personId), await linkFor(personId)]
    stage.nowMs += 10 * minuteMs - 1
    await stage.waysIn.logInByToken(inTime, visitor())
    stage.nowMs += 1
    await expect(stage.waysIn.logInByToken(late, visitor())).rejects.toMatchObject(refusal)
  })

  test.each([
    ['unknown', async () => 'A'.repeat(43)],
    ['empty', async () => ''],
    ['of another alphabet', async () => 'ß'.repeat(43)],
    ['a megabyte long', async () => 'A'.repeat(1_048_576)],
    [
      'of a disabled person',
      async () => {
        const { personId } = await addPerson(stage.services, stage.orgId)
        const token = await linkFor(personId)
        await performAct(stage.services, { caller: cli, act: disablePersonAct, input: { personId } })
        return token
      },
    ],
    [
      'of a person without a role',
      async () => {
        const { personId } = await addPerson(stage.services, stage.orgId)
        const token = await linkFor(personId)
        await performAct(stage.services, {
          caller: cli,
          act: endPersonAct,
          input: { orgId: stage.orgId, personId },
        })
        return token
      },
    ],
  ])('that is %s gets the one answer', async (_name, make) => {
    await expect(stage.waysIn.logInByToken(await make(), visitor())).rejects.toMatchObject(refusal)
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
      stage.services.database,
    )
    for (const token of [session, link, invitation]) {
      expect(rows[0]?.text).not.toContain(token)
      expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'))
    }
  })
})

test('no letter is sent if no mail server is configured', async () => {
  expect(stage.waysIn.offers.mail).toBe(false)
  await expect(stage.waysIn.requestMailLink('ann@example.com', visitor())).rejects.toMatchObject({
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
      ...stage.services,
      sendLetter,
      oidc: undefined,
      onError: (error) => errors.push(error),
    })
  })

  beforeEach(() => {
    letters.length = 0
  })

  test('reaches the stored address and logs in', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId, { email: 'ann.mail@example.com' })
    await mailing.requestMailLink('Ann.Mail@Example.com', visitor())
    await mailing.close()
    expect(letters).toMatchObject([{ to: 'ann.mail@example.com', link: { label: 'Log in' } }])
    const { session } = await mailing.logInByToken(tokenOf(letters[0]?.link ?? {}), visitor())
    expect(session.person.personId).toBe(personId)
  })

  test('gives the same response for every address, and mails no unknown one', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId, { email: 'former@example.com' })
    await performAct(stage.services, {
      caller: cli,
      act: endPersonAct,
      input: { orgId: stage.orgId, personId },
    })
    for (const email of ['stranger@example.com', 'former@example.com']) {
      expect(await mailing.requestMailLink(email, visitor())).toBeUndefined()
    }
    await mailing.close()
    expect(letters).toEqual([])
    expect(errors).toEqual([])
  })

  test('is refused the 6th time in 15 minutes for an address, whether or not it is known', async () => {
    await addPerson(stage.services, stage.orgId, { email: 'known@example.com' })
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

describe('where only the identity provider is open', () => {
  const oidc = {
    ...{ issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y', domains: [], trustsEmail: false },
  }
  const letters: Letter[] = []
  const sendLetter = async (letter: Letter) => {
    letters.push(letter)
  }
  const open = (loginWays: readonly LoginWay[]) => ({ ...stage.services, loginWays, sendLetter })
  const waysInOf = (loginWays: readonly LoginWay[]) =>
    createWaysIn({
      ...open(loginWays),
      oidc,
      onError: (error) => expect.unreachable(String(error)),
    })

  test.each<[readonly LoginWay[], { link: boolean; mail: boolean; oidc: boolean }]>([
    [['link', 'mail', 'oidc'], { link: true, mail: true, oidc: true }],
    [['oidc'], { link: false, mail: false, oidc: true }],
    [['mail'], { link: false, mail: true, oidc: false }],
    [['link'], { link: true, mail: false, oidc: false }],
  ])('%j offers %j', (loginWays, offers) => {
    expect(waysInOf(loginWays).offers).toEqual(offers)
  })

  test('links by mail and invitations let no one in, and a link of the command line does', async () => {
    const { personId } = await addPerson(stage.services, stage.orgId, { email: 'sso@example.com' })
    const all = waysInOf(['link', 'mail', 'oidc'])
    await all.requestMailLink('sso@example.com', visitor())
    await all.close()
    const mailed = tokenOf(letters.at(-1)?.link ?? {})
    const invited = await invite({ email: 'new@example.com', role: 'viewer' })
    const only = waysInOf(['oidc'])
    for (const token of [mailed, invited]) {
      await expect(only.inspectToken(token, visitor())).rejects.toMatchObject(refusal)
      await expect(only.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
      // Not by the look alone.
      for (const act of [logInByLinkAct, logInByInvitationAct]) {
        const call = { caller: visitorCaller(visitor()), act, input: { token, agent: null } }
        await expect(performAct(open(['oidc']), call)).rejects.toMatchObject(refusal)
      }
    }
    await expect(only.requestMailLink('sso@example.com', visitor())).rejects.toMatchObject({
      code: 'not_found',
    })
    const printed = await only.logInByToken(await linkFor(personId), visitor())
    expect(printed.session.person.personId).toBe(personId)
    expect((await all.logInByToken(invited, visitor())).session).toBeDefined()
  })

  test('an invitation leads there', async () => {
    const input = { orgId: stage.orgId, email: 'led@example.com', role: 'viewer' as const }
    const { url } = await performAct(open(['oidc']), { caller: cli, act: invitePersonAct, input })
    expect(url).toBe('https://console.example.com/login')
    expect(letters.at(-1)).toMatchObject({ link: { label: 'Log in', url } })
  })

  test('a login at the provider is closed where it is not named', async () => {
    await expect(waysInOf(['link']).startOidc(visitor())).rejects.toMatchObject({ code: 'not_found' })
  })
})
