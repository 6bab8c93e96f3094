import type { Caller } from '@signalpost/authorization'
import { createApiKey } from '@signalpost/database/access'
import { recordAudit } from '@signalpost/database/acts'
import { findMembership, findPeopleNames, findUserNames, getPerson } from '@signalpost/database/people'
import { writeEvents } from '@signalpost/database/records'
import { exampleSignal, instantOf } from '@signalpost/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditRead } from '../audit/read-audit.ts'
import { performAct } from '../perform-act.ts'
import { createSilenceAct, endSilenceAct } from '../silence/silence-acts.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { openServices } from '../test-support/open-services.ts'
import { editPersonAct } from './edit-person.ts'
import { endPersonAct } from './end-person.ts'
import { invitePersonAct } from './invite-person.ts'
import { renameOneselfAct } from './rename-person.ts'
import { disablePersonAct, enablePersonAct } from './switch-person.ts'

const hourMs = 3_600_000
const cli: Caller = { ...admin, actor: { kind: 'cli', id: 'root' } }

let services: CaseServices
let close: () => Promise<void>
let workspaces = 0
let orgId: string

beforeAll(async () => {
  ;({ services, close } = await openServices())
})

afterAll(() => close())

beforeEach(async () => {
  workspaces += 1
  orgId = `org_${workspaces}`
  await addWorkspace(services, orgId)
})

/** A person with a role in the workspace of this test, and their caller. */
async function addCaller(role: 'viewer' | 'member' | 'admin', options: { isOperator?: boolean } = {}) {
  const { personId } = await addPerson(services, orgId, { role, email: null, ...options })
  const actor = { kind: 'person', id: personId } as const
  const caller: Caller = { ...admin, actor, orgId, role, isOperator: options.isOperator === true }
  return { personId, caller }
}

const roleOf = async (personId: string) =>
  (await findMembership(services.database, { orgId, personId }))?.role

describe('the last admin of a workspace', () => {
  const lastAdmin = { code: 'conflict', message: expect.stringContaining('last admin') }

  test('can be demoted and removed by the command line but not by a person', async () => {
    const { personId, caller } = await addCaller('admin')
    const demotion = { orgId, personId, role: 'member' as const }
    const edit = (by: Caller) => performAct(services, { caller: by, act: editPersonAct, input: demotion })
    await expect(edit(caller)).rejects.toMatchObject(lastAdmin)
    const end = performAct(services, { caller, act: endPersonAct, input: { orgId, personId } })
    await expect(end).rejects.toMatchObject(lastAdmin)
    expect(await roleOf(personId)).toBe('admin')
    await edit(cli)
    expect(await roleOf(personId)).toBe('member')
  })

  test('can be removed once there is another who is not disabled', async () => {
    const { personId, caller } = await addCaller('admin')
    const other = await addCaller('admin')
    await performAct(services, { caller: cli, act: disablePersonAct, input: { personId: other.personId } })
    const end = () => performAct(services, { caller, act: endPersonAct, input: { orgId, personId } })
    await expect(end()).rejects.toMatchObject(lastAdmin)
    await performAct(services, { caller: cli, act: enablePersonAct, input: { personId: other.personId } })
    await end()
    expect(await roleOf(personId)).toBeUndefined()
  })

  test('remains if two admins remove each other at the same moment', async () => {
    const [first, second] = [await addCaller('admin'), await addCaller('admin')]
    const removals = await Promise.allSettled([
      performAct(services, {
        ...{ caller: first.caller, act: endPersonAct, input: { orgId, personId: second.personId } },
      }),
      performAct(services, {
        ...{ caller: second.caller, act: endPersonAct, input: { orgId, personId: first.personId } },
      }),
    ])
    expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

test('the last operator cannot be disabled by a person', async () => {
  await services.pool.query('update people set is_operator = false')
  const { personId, caller } = await addCaller('member', { isOperator: true })
  const disable = (id: string) =>
    performAct(services, {
      ...{ caller: { ...caller, role: 'member' }, act: disablePersonAct, input: { personId: id } },
    })
  await expect(disable(personId)).rejects.toMatchObject({ code: 'conflict' })
  const other = await addCaller('member', { isOperator: true })
  await disable(other.personId)
  expect((await getPerson(services.database, other)).disabledAt).toBeInstanceOf(Date)
})

test('a disabled person frees the address, and is enabled only while no one has taken it', async () => {
  const email = 'reused@example.com'
  const { personId } = await addPerson(services, orgId, { email })
  const switchTo = (act: typeof disablePersonAct | typeof enablePersonAct) =>
    performAct(services, { caller: cli, act, input: { personId } })
  await switchTo(disablePersonAct)
  await switchTo(enablePersonAct)
  await switchTo(disablePersonAct)
  await addPerson(services, orgId, { email })
  await expect(switchTo(enablePersonAct)).rejects.toMatchObject({ code: 'conflict' })
})

test.each([
  'ann',
  'Ann <ann@example.com>',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann@exa mple.com',
  '',
])('an invitation of %j names the field and what was expected', async (email) => {
  const input = { orgId, email, role: 'viewer' as const }
  const invite = performAct(services, { caller: cli, act: invitePersonAct, input })
  await expect(invite).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'email', message: 'expected an email address, such as ann@example.com' }],
  })
})

test('an invitation fails if the server refuses its mail', async () => {
  const sendLetter = () => Promise.reject(new Error('refused'))
  const input = { orgId, email: 'ann@example.com', role: 'viewer' as const }
  const invite = performAct({ ...services, sendLetter }, { caller: cli, act: invitePersonAct, input })
  await expect(invite).rejects.toMatchObject({ code: 'unavailable' })
})

describe('a silence', () => {
  const silenceBy = (caller: Caller, hours: number) => {
    const input = { orgId, conditions: {}, until: instantOf(Date.now() + hours * hourMs) }
    return performAct(services, { caller, act: createSilenceAct, input })
  }
  const endBy = (caller: Caller, silenceId: string) =>
    performAct(services, { caller, act: endSilenceAct, input: { silenceId } })

  test('of a member lasts at most 24 hours', async () => {
    const { caller } = await addCaller('member')
    await silenceBy(caller, 24)
    await expect(silenceBy(caller, 25)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is ended by its member or by an admin, and by no other member', async () => {
    const [member, other, boss] = [
      await addCaller('member'),
      await addCaller('member'),
      await addCaller('admin'),
    ]
    const [first, second] = [await silenceBy(member.caller, 1), await silenceBy(member.caller, 1)]
    await expect(endBy(other.caller, first.silenceId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await endBy(member.caller, first.silenceId)).endedAt).toBeInstanceOf(Date)
    expect((await endBy(boss.caller, second.silenceId)).endedAt).toBeInstanceOf(Date)
  })
})

describe('a name', () => {
  const nameIn = async (workspace: string, userId: string) =>
    (await findUserNames(services.database, { orgId: workspace, userIds: [userId] })).get(userId)
  const nameOf = async (personId: string) =>
    (await findPeopleNames(services.database, [personId])).get(personId)

  const addNamed = async (name: string): Promise<string> => {
    const { personId } = await addCaller('viewer')
    await performAct(services, { caller: cli, act: editPersonAct, input: { orgId, personId, name } })
    return personId
  }

  test('is changed by its person, and by operators alone for someone else', async () => {
    const own = await addCaller('viewer')
    const rename = (by: Caller) =>
      performAct(services, {
        ...{ caller: by, act: editPersonAct },
        input: { orgId, personId: own.personId, name: 'Ann of Acme' },
      })
    const { orgId: _outsideOfWorkspaces, ...caller } = own.caller
    const renameOneself = (name: string) =>
      performAct(services, { caller, act: renameOneselfAct, input: { name } })
    await renameOneself('Ann')
    expect(await nameOf(own.personId)).toBe('Ann')
    await expect(rename((await addCaller('admin')).caller)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await nameOf(own.personId)).toBe('Ann')
    expect(await rename(cli)).toEqual({ orgId, personId: own.personId, role: 'viewer', name: 'Ann of Acme' })
    expect(await nameOf(own.personId)).toBe('Ann of Acme')
    await expect(renameOneself('')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('of a key stands for the user that it acts as, in its workspace alone', async () => {
    const key = { orgId, scopes: ['pipeline:write' as const], name: 'Zapier' }
    const { memberId } = await createApiKey(services.database, key)
    expect([await nameIn(orgId, memberId), await nameIn('org_other', memberId)]).toEqual([
      'Zapier',
      undefined,
    ])
  })

  test('of a key, and of a link in a message, is in the audit log beside what they did', async () => {
    const { keyId } = await createApiKey(services.database, { orgId, scopes: [], name: 'Zapier' })
    const none = { before: null, after: null, address: null, requestId: null }
    const done = { act: 'signal.acknowledge', target: { type: 'signal', id: 'sig_1' }, ...none }
    const actors = [
      { kind: 'key' as const, id: keyId },
      { kind: 'system' as const, id: 'mail_link' },
    ]
    await services.database.transaction().execute((transaction) =>
      recordAudit(
        transaction,
        actors.map((actor) => ({ ...done, actor, orgId })),
      ),
    )
    const call = { caller: admin, input: { orgId } }
    const { items } = await listAuditRead.answerPage(services, call, { limit: 2, after: undefined })
    const namesOf = items.map((item) => (item as { actor: { name: unknown } }).actor.name)
    expect(new Set(namesOf)).toEqual(new Set(['Zapier', 'a link in a message']))
  })

  test('of a person is known in their workspaces alone, also after they left', async () => {
    const personId = await addNamed('Ann')
    expect([await nameIn(orgId, personId), await nameIn('org_other', personId)]).toEqual(['Ann', undefined])
    await performAct(services, { caller: admin, act: endPersonAct, input: { orgId, personId } })
    expect(await nameIn(orgId, personId)).toBe('Ann')
  })

  test('of a person of another workspace is not in the audit log where a refused act names them', async () => {
    const personId = await addNamed('Ann')
    const foreign = { personId, orgId: `${orgId}_b` }
    await addWorkspace(services, foreign.orgId)
    const denied = { act: 'person.end', target: { type: 'person', id: personId }, refusal: 'login_required' }
    const by = { actor: admin.actor, before: null, after: null, address: null, requestId: null }
    await services.database.transaction().execute(async (transaction) => {
      await recordAudit(transaction, [
        { ...denied, ...by, orgId },
        { ...denied, ...by, orgId: foreign.orgId },
      ])
    })
    const namesIn = async (workspace: string) => {
      const call = { caller: admin, input: { orgId: workspace } }
      const { items } = await listAuditRead.answerPage(services, call, { limit: 10, after: undefined })
      return items.slice(0, 1).map((item) => (item as { target: { name: unknown } }).target.name)
    }
    expect([await namesIn(orgId), await namesIn(foreign.orgId)]).toEqual([['Ann'], [null]])
    const signal = { ...exampleSignal, orgId, id: 'sig_titled', title: 'What Ann wrote' }
    await services.database.transaction().execute(async (transaction) => {
      const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
      await writeEvents(transaction, [event], { nowMs: Date.now() })
      const target = { type: 'signal', id: signal.id }
      await recordAudit(transaction, [{ ...by, act: 'signal.read', target, orgId }])
    })
    expect(await namesIn(orgId)).toEqual([null])
  })
})
