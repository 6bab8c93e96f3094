import { commandLineCaller } from '@signalpost/authorization'
import { listApiKeys } from '@signalpost/database/access'
import { createPerson, setMembership } from '@signalpost/database/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createKeyAct } from './key-acts.ts'
import { listKeysRead } from './key-document.ts'

const [orgId, otherOrgId] = ['org_one', 'org_two']
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  for (const one of [orgId, otherOrgId]) await addWorkspace(services, one)
})

afterAll(() => close())

const addMember = (memberOf: string) =>
  services.database.transaction().execute(async (transaction) => {
    const person = { email: null, name: 'Ada', isOperator: true, nowMs: Date.now() }
    const { personId } = await createPerson(transaction, person)
    await setMembership(transaction, { orgId: memberOf, personId, role: 'viewer', nowMs: Date.now() })
    return personId
  })
const create = (memberId: string | undefined, caller = admin) =>
  performAct(services, {
    caller,
    act: createKeyAct,
    input: { orgId, scopes: ['pipeline:write'], ...(memberId !== undefined && { memberId }) },
  })

test('a key acts as a member of its workspace or as a user of its own, never as a person of another', async () => {
  const [ours, theirs] = [await addMember(orgId), await addMember(otherOrgId)]
  expect(await create(ours)).toMatchObject({ memberId: ours })
  const own = await create(undefined)
  expect(own.memberId).toBe(`usr_${own.keyId}`)
  const refused = {
    code: 'invalid_request',
    issues: [{ path: 'memberId', message: 'expected the id of a member of the workspace, or none' }],
  }
  const cli = commandLineCaller('ann')
  for (const caller of [admin, cli]) await expect(create(theirs, caller)).rejects.toMatchObject(refused)
  await expect(create('usr_of_nobody')).rejects.toMatchObject(refused)
  // A user whom only senders name.
  expect(await create('usr_of_nobody', cli)).toMatchObject({ memberId: 'usr_of_nobody' })
})

test('a key has an owner: who made it', async () => {
  const { keyId } = await create(undefined)
  const keys = await listApiKeys(services.database, { orgId })
  expect(keys.find((key) => key.keyId === keyId)?.owner).toEqual(admin.actor)
})

test('keys are listed newest first, at the installation as in the console', async () => {
  const [{ keyId: older }, { keyId: newer }] = [await create(undefined), await create(undefined)]
  const keys = await listKeysRead.perform(services, { caller: admin, input: { orgId } })
  expect(keys.slice(0, 2).map(({ keyId }) => keyId)).toEqual([newer, older])
})
