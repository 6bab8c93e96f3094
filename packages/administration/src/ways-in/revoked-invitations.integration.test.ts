import type { Caller } from '@signalpost/authorization'
import type { Letter } from '@signalpost/channels'
import { getPerson, listInvitations } from '@signalpost/database/people'
import { type OidcProvider, startOidcProvider } from '@signalpost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { editPersonAct } from '../person/edit-person.ts'
import { endPersonAct } from '../person/end-person.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { setOperatorAct } from '../person/set-operator.ts'
import { disablePersonAct, enablePersonAct, freeAddressAct } from '../person/switch-person.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { cli, refusal, stageWaysIn, tokenOf } from '../test-support/stage-ways-in.ts'
import { createWaysIn } from './create-ways-in.ts'
import type { WaysIn } from './ways-in.ts'

const stage = stageWaysIn()
const { visitor, invite } = stage
const redirectUrl = 'https://console.example.com/login/oidc'
const notInvited = {
  code: 'forbidden',
  message: 'This account has no access. Ask an admin for an invitation.',
}

let provider: OidcProvider
/** With a mail server and an identity provider. */
let waysIn: WaysIn
let letters: Letter[] = []
let names = 0

const sendLetter = async (letter: Letter) => {
  letters.push(letter)
}

beforeAll(async () => {
  provider = await startOidcProvider({ redirectUrl })
  waysIn = openWaysIn()
})

afterAll(async () => {
  await waysIn.close()
  await provider.close()
})

beforeEach(() => {
  letters = []
  names += 1
})

function openWaysIn({ domains = [] as string[] } = {}): WaysIn {
  const { issuer, clientId, clientSecret } = provider
  return createWaysIn({
    ...{ ...stage.services, sendLetter, nowMs: Date.now },
    oidc: { issuer, clientId, clientSecret, domains, trustsEmail: false },
    onError: (error) => expect.unreachable(String(error)),
  })
}

/** Logs in at the provider with an address that it verified. */
async function logInAtProvider(email: string, by = waysIn) {
  const account = `${email}-${names}`
  provider.accounts.set(account, { email, email_verified: true })
  const { url, state } = await by.startOidc(visitor())
  const { search } = await provider.logIn(url, account)
  return by.finishOidc({ search, state }, visitor())
}

async function addCaller(role: 'member' | 'admin', isOperator = false, orgId = stage.orgId) {
  const email = `${role}-${isOperator}-${names}-${orgId}@example.com`
  const { personId } = await addPerson(stage.services, orgId, { role, email, isOperator })
  const caller: Caller = {
    ...{ ...admin, orgId, role, isOperator, loggedInAtMs: stage.nowMs },
    actor: { kind: 'person', id: personId },
  }
  return { personId, email, caller }
}

const perform: Record<string, (personId: string) => Promise<unknown>> = {
  disable: (personId) =>
    performAct(stage.services, { caller: cli, act: disablePersonAct, input: { personId } }),
  end: (personId) =>
    performAct(stage.services, { caller: cli, act: endPersonAct, input: { orgId: stage.orgId, personId } }),
  demote: (personId) => {
    const input = { orgId: stage.orgId, personId, role: 'viewer' as const }
    return performAct(stage.services, { caller: cli, act: editPersonAct, input })
  },
}

describe.each(Object.keys(perform))('an open invitation does not outlive %s', (how) => {
  describe.each(['to', 'by'])('%s the person', (direction) => {
    test.each(['link', 'oidc'])('and gives nothing by %s', async (way) => {
      const person = await addCaller('admin')
      const email = direction === 'to' ? person.email : `friend-${names}@example.com`
      const caller = direction === 'to' ? cli : person.caller
      const token = await invite({ email, role: 'admin' }, caller)
      await perform[how]?.(person.personId)
      if (way === 'link') {
        await expect(waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
        await expect(waysIn.inspectToken(token, visitor())).rejects.toMatchObject(refusal)
      } else {
        await expect(logInAtProvider(email)).rejects.toMatchObject(notInvited)
      }
      const [invitation] = await listInvitations(stage.services.database, { orgId: stage.orgId })
      expect(invitation).toMatchObject({ usedAt: null, revokedAt: expect.any(Date) })
    })
  })
})

test('the end of a membership leaves invitations of other workspaces open', async () => {
  const person = await addCaller('admin')
  const other = `${stage.orgId}_other`
  await addWorkspace(stage.services, other)
  const input = { orgId: other, email: person.email, role: 'member' as const }
  const token = tokenOf(await performAct(stage.services, { caller: cli, act: invitePersonAct, input }))
  await perform.end?.(person.personId)
  expect((await stage.waysIn.logInByToken(token, visitor())).session.memberships).toMatchObject([
    { orgId: other },
  ])
})

test('a higher role leaves invitations open', async () => {
  const person = await addCaller('member')
  const token = await invite({ email: person.email, role: 'member' })
  const input = { orgId: stage.orgId, personId: person.personId, role: 'admin' as const }
  await performAct(stage.services, { caller: cli, act: editPersonAct, input })
  expect((await stage.waysIn.logInByToken(token, visitor())).session.memberships).toMatchObject([
    { role: 'admin' },
  ])
})

test.each(['link', 'oidc'])('accepting by %s checks the rights of the inviter again', async (way) => {
  const inviter = await addCaller('admin')
  const email = `late-${names}@example.com`
  const token = await invite({ email, role: 'admin' }, inviter.caller)
  // Not by an act, so the invitation stays open.
  await stage.services.pool.query(`update memberships set role = 'member' where person_id = $1`, [
    inviter.personId,
  ])
  if (way === 'link') await expect(waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
  else await expect(logInAtProvider(email)).rejects.toMatchObject(notInvited)
})

describe('the address of a disabled person', () => {
  test.each(['link', 'oidc', 'domain'])('lets no one in by %s', async (way) => {
    const { personId, email } = await addCaller('member')
    await perform.disable?.(personId)
    const other = `${stage.orgId}_other`
    await addWorkspace(stage.services, other)
    const stranger = await addCaller('admin', false, other)
    const input = { orgId: other, email, role: 'admin' as const }
    const token = tokenOf(
      await performAct(stage.services, { caller: stranger.caller, act: invitePersonAct, input }),
    )
    if (way === 'link') {
      await expect(waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
    } else {
      const by = way === 'oidc' ? waysIn : openWaysIn({ domains: ['example.com'] })
      await expect(logInAtProvider(email, by)).rejects.toMatchObject(notInvited)
    }
    await performAct(stage.services, { caller: cli, act: enablePersonAct, input: { personId } })
    expect((await getPerson(stage.services.database, { personId })).email).toBe(email)
  })

  test('is named to those who may enable the person, and can be freed for another', async () => {
    const { personId, email } = await addCaller('member')
    const free = () => performAct(stage.services, { caller: cli, act: freeAddressAct, input: { personId } })
    await expect(free()).rejects.toMatchObject({ code: 'conflict' })
    await perform.disable?.(personId)
    const colleague = await addCaller('admin')
    for (const caller of [cli, colleague.caller]) {
      await expect(invite({ email, role: 'member' }, caller)).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining(`person free-address ${personId}`) },
      })
    }
    await free()
    const token = await invite({ email, role: 'member' })
    const { session } = await stage.waysIn.logInByToken(token, visitor())
    expect(session.person.personId).not.toBe(personId)
  })
})

describe('an address that an admin typed and no one proved', () => {
  /** Invites an address to herself, opens the link that she sees, and is called by the address. */
  async function squat(email: string) {
    const orgId = `${stage.orgId}_evil`
    await addWorkspace(stage.services, orgId)
    const mallory = await addCaller('admin', false, orgId)
    const input = { orgId, email, role: 'admin' as const }
    const invited = await performAct(stage.services, { caller: mallory.caller, act: invitePersonAct, input })
    const { session, token } = await stage.waysIn.logInByToken(tokenOf(invited), visitor())
    return { token, personId: session.person.personId, orgId }
  }

  test.each(['link', 'mail', 'oidc', 'domain'])('is free for its owner by %s', async (way) => {
    const email = `victim-${names}@acme.example`
    const squatter = await squat(email)
    const colleague = await addCaller('admin')
    const input = { orgId: stage.orgId, email, role: 'member' as const }
    const by = way === 'domain' ? openWaysIn({ domains: ['acme.example'] }) : waysIn
    const services = way === 'mail' ? { ...stage.services, sendLetter } : stage.services
    let token = ''
    if (way !== 'domain') {
      token = tokenOf(await performAct(services, { caller: colleague.caller, act: invitePersonAct, input }))
    }
    if (way === 'mail') token = tokenOf(letters[0]?.link ?? {})
    const { session } =
      way === 'link' || way === 'mail'
        ? await waysIn.logInByToken(token, visitor())
        : await logInAtProvider(email, by)
    expect(session.person).toMatchObject({ email })
    if (way === 'domain') return
    expect(session.person.personId).not.toBe(squatter.personId)
    expect(session.memberships).toEqual([{ orgId: stage.orgId, role: 'member' }])
  })

  test('gets no mail', async () => {
    const email = `victim-${names}@example.com`
    await squat(email)
    await waysIn.requestMailLink(email, visitor())
    await waysIn.close()
    expect(letters).toEqual([])
  })

  test('belongs to its person once the same workspace invites it by mail', async () => {
    const colleague = await addCaller('admin')
    const email = `ann-${names}@example.com`
    const shown = await invite({ email, role: 'member' }, colleague.caller)
    const first = await stage.waysIn.logInByToken(shown, visitor())
    const input = { orgId: stage.orgId, email, role: 'member' as const }
    await performAct(
      { ...stage.services, sendLetter },
      { caller: colleague.caller, act: invitePersonAct, input },
    )
    const second = await waysIn.logInByToken(tokenOf(letters[0]?.link ?? {}), visitor())
    expect(second.session.person.personId).toBe(first.session.person.personId)
    expect(await getPerson(stage.services.database, second.session.person)).toMatchObject({
      ...{ email, unprovenEmail: null },
    })
    stage.nowMs += 4_000
    expect(await stage.waysIn.findSession(first.token, visitor())).toBeUndefined()
  })

  test('raises the role of the person who is logged in, and makes no second one', async () => {
    const colleague = await addCaller('admin')
    const email = `ann-${names}@example.com`
    const first = await stage.waysIn.logInByToken(
      await invite({ email, role: 'viewer' }, colleague.caller),
      visitor(),
    )
    const token = await invite({ email, role: 'admin' }, colleague.caller)
    await expect(stage.waysIn.logInByToken(token, visitor())).rejects.toMatchObject({ code: 'conflict' })
    const again = await stage.waysIn.logInByToken(token, visitor(), first)
    expect(again.session.person.personId).toBe(first.session.person.personId)
    expect(again.session.memberships).toEqual([{ orgId: stage.orgId, role: 'admin' }])
  })
})

describe('an operator', () => {
  const setOperator = (personId: string, isOperator: boolean) =>
    performAct(stage.services, { caller: cli, act: setOperatorAct, input: { personId, isOperator } })

  test('becomes a person without that part, and their invitations of operators end', async () => {
    const first = await addCaller('admin', true)
    await addPerson(stage.services, stage.orgId, { email: null, isOperator: true })
    const input = {
      orgId: stage.orgId,
      email: `op-${names}@example.com`,
      role: 'admin' as const,
      operator: true,
    }
    const token = tokenOf(
      await performAct(stage.services, { caller: first.caller, act: invitePersonAct, input }),
    )
    const plain = await invite({ email: `plain-${names}@example.com`, role: 'member' }, first.caller)
    await setOperator(first.personId, false)
    await expect(stage.waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
    expect((await stage.waysIn.logInByToken(plain, visitor())).session).toBeDefined()
    expect((await getPerson(stage.services.database, first)).isOperator).toBe(false)
    expect((await setOperator(first.personId, true)).isOperator).toBe(true)
  })

  test('who is the last one stays one, also for the command line', async () => {
    await stage.services.pool.query('update people set is_operator = false')
    const { personId } = await addCaller('admin', true)
    await expect(setOperator(personId, false)).rejects.toMatchObject({ code: 'conflict' })
  })
})
