import type { Caller } from '@signalpost/authorization'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { invitePersonAct } from '../person/invite-person.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { addPerson } from '../test-support/cases/person-cases.ts'
import { cli, hourMs, refusal, stageWaysIn, tokenOf } from '../test-support/stage-ways-in.ts'

const stage = stageWaysIn()
const { visitor, invite, logIn } = stage

test('the first person of an installation is an operator, and no other', async () => {
  await addPerson(stage.services, stage.orgId, { email: null })
  await addPerson(stage.services, stage.orgId, { email: null })
  const { rows } = await sql<{ isOperator: boolean }>`
    select is_operator as "isOperator" from people order by created_at, person_id limit 2`.execute(
    stage.services.database,
  )
  expect(rows.map(({ isOperator }) => isOperator)).toEqual([true, false])
})

describe('an invitation', () => {
  test('lets its address in with its role, once', async () => {
    const token = await invite({ email: 'Ann@EXAMPLE.com', role: 'member' })
    const { session } = await stage.waysIn.logInByToken(token, visitor())
    expect(session).toMatchObject({
      person: { email: 'ann@example.com', isOperator: false },
      memberships: [{ orgId: stage.orgId, role: 'member' }],
    })
    await expect(stage.waysIn.logInByToken(token, visitor())).rejects.toMatchObject(refusal)
  })

  test('ends after 7 days, when it is revoked, and when the address is invited again', async () => {
    const [first, second] = [
      await invite({ email: 'eve@example.com', role: 'member' }),
      await invite({ email: 'eve@example.com', role: 'viewer' }),
    ]
    await expect(stage.waysIn.logInByToken(first, visitor())).rejects.toMatchObject(refusal)
    stage.nowMs += 7 * 24 * hourMs
    await expect(stage.waysIn.logInByToken(second, visitor())).rejects.toMatchObject(refusal)
  })

  test('adds a role to a person who has one elsewhere', async () => {
    const { personId } = await logIn({ email: 'two@example.com' })
    const first = stage.orgId
    stage.orgId = `${first}_b`
    await addWorkspace(stage.services, stage.orgId)
    const { session } = await stage.waysIn.logInByToken(
      await invite({ email: 'two@example.com', role: 'admin' }),
      visitor(),
    )
    expect(session.person.personId).toBe(personId)
    expect(session.memberships).toEqual([
      { orgId: first, role: 'member' },
      { orgId: stage.orgId, role: 'admin' },
    ])
  })

  test('never lowers a role', async () => {
    await logIn({ email: 'boss@example.com', role: 'admin' })
    const token = await invite({ email: 'boss@example.com', role: 'viewer' })
    expect((await stage.waysIn.logInByToken(token, visitor())).session.memberships).toEqual([
      { orgId: stage.orgId, role: 'admin' },
    ])
  })

  test('of an admin who saw its link does not log in as a person who exists', async () => {
    const known = await logIn({ email: 'victim@example.com' })
    const token = await invite({ email: 'victim@example.com', role: 'admin' }, await addAdmin())
    await expect(stage.waysIn.logInByToken(token, visitor())).rejects.toMatchObject({ code: 'conflict' })
    const other = await logIn({ email: 'other@example.com' })
    await expect(stage.waysIn.logInByToken(token, visitor(), other)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { session } = await stage.waysIn.logInByToken(token, visitor(), known)
    expect(session.person.personId).toBe(known.personId)
  })

  test('ends the sessions and links of an earlier holder of the address', async () => {
    const squatter = await stage.waysIn.logInByToken(
      await invite({ email: 'ceo@example.com', role: 'viewer' }, await addAdmin()),
      visitor(),
    )
    await stage.waysIn.logInByToken(await invite({ email: 'ceo@example.com', role: 'admin' }), visitor())
    stage.nowMs += 4_000
    expect(await stage.waysIn.findSession(squatter.token, visitor())).toBeUndefined()
  })

  test('creates an operator only if an operator invited them', async () => {
    const input = { orgId: stage.orgId, email: 'op@example.com', role: 'viewer' as const, operator: true }
    const plain = await addAdmin()
    await expect(
      performAct(stage.services, { caller: plain, act: invitePersonAct, input }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
    const token = tokenOf(await performAct(stage.services, { caller: cli, act: invitePersonAct, input }))
    expect((await stage.waysIn.logInByToken(token, visitor())).session.person.isOperator).toBe(true)
  })
})

/** An admin of the workspace of this test, who is no operator and sees the links of her invitations. */
async function addAdmin(): Promise<Caller> {
  const { personId } = await addPerson(stage.services, stage.orgId, { role: 'admin', email: null })
  return {
    ...{ ...admin, orgId: stage.orgId, isOperator: false, loggedInAtMs: stage.nowMs },
    actor: { kind: 'person', id: personId },
  }
}
