import type { Caller } from '@signalpost/authorization'
import { listAuditEntries } from '@signalpost/database/acts'
import { findDeal, findSignal } from '@signalpost/database/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDealsAct, updateDealAct } from '../deal/index.ts'
import { performAct } from '../perform-act.ts'
import { assignSignalAct, createNoteAct } from '../record/index.ts'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin, viewer } from '../test-support/callers.ts'
import { addSignal } from '../test-support/cases/record-cases.ts'
import { openServices } from '../test-support/open-services.ts'
import { describeWrites, undoWrite } from './undo-write.ts'

let services: CaseServices
let close: () => Promise<void>
const orgId = 'org_a'

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

const callerOf = (kind: Caller['actor']['kind'], id: string): Caller => ({
  ...{ actor: { kind, id }, orgId, role: 'member', isOperator: false, address: null, requestId: null },
  ...(kind === 'assistant' && { memberId: 'usr_ada' }),
})
const person = callerOf('person', 'usr_ada')

let assistants = 0
function newAssistant() {
  assistants += 1
  const assistantId = `ast_${assistants}`
  const assistant = callerOf('assistant', assistantId)
  return {
    assistantId,
    assign: (signalId: string, userId: string | null, caller = assistant) =>
      performAct(services, { caller, act: assignSignalAct, input: { orgId, signalId, assignedTo: userId } }),
    change: (dealId: string, changes: object, caller = assistant) =>
      performAct(services, { caller, act: updateDealAct, input: { orgId, dealId, ...changes } }),
    writes: async () => {
      const entries = await listAuditEntries(
        services.database,
        { orgId, actorId: assistantId },
        { limit: 10 },
      )
      return describeWrites(services.database, { orgId, entries })
    },
    undo: (auditId: string, caller = person) => undoWrite(services, { caller, orgId, assistantId, auditId }),
    undoLast: async (caller = person) => {
      const [entry] = await listAuditEntries(services.database, { orgId, actorId: assistantId }, { limit: 1 })
      await undoWrite(services, { caller, orgId, assistantId, auditId: entry?.auditId ?? '' })
    },
  }
}

async function newDeal(): Promise<string> {
  const deal = { name: 'Five seats', stage: 'new' as const, value: { amount: 100, currency: 'EUR' } }
  const input = { orgId, deals: [deal] }
  const [outcome] = await performAct(services, { caller: person, act: createDealsAct, input })
  if (outcome?.status !== 'created') throw new Error('There is no deal.')
  return outcome.deal.id
}

test('an assignment is put back by the person, whom its audit row names', async () => {
  const { assistantId, assign, writes, undoLast } = newAssistant()
  const { signalId } = await addSignal(services, orgId)
  await assign(signalId, 'usr_ben', person)
  await assign(signalId, 'usr_cem')
  expect(await writes()).toMatchObject([
    { state: 'stands', changes: [{ member: 'assignedTo', from: 'usr_ben', to: 'usr_cem' }], since: null },
  ])
  await undoLast()
  expect((await findSignal(services.database, { orgId, signalId }))?.assignedTo?.userId).toBe('usr_ben')
  expect(
    await listAuditEntries(services.database, { orgId, act: 'signal.assign' }, { limit: 2 }),
  ).toMatchObject([
    {
      ...{ actor: { kind: 'person', id: 'usr_ada' }, target: { id: signalId } },
      ...{ before: { assignedTo: 'usr_cem' }, after: { assignedTo: 'usr_ben' } },
    },
    { actor: { kind: 'assistant', id: assistantId } },
  ])
  expect(await writes()).toMatchObject([{ state: 'undone', since: { actor: { id: 'usr_ada' } } }])
  await expect(undoLast()).rejects.toMatchObject({ code: 'conflict' })
})

test('a change of a deal is put back with every member of it, and only those', async () => {
  const { change, undoLast } = newAssistant()
  const dealId = await newDeal()
  await change(dealId, { stage: 'won', value: null, ownerId: 'usr_ben' })
  await undoLast()
  const value = { amount: 100, currency: 'EUR' }
  expect(await findDeal(services.database, { orgId, dealId })).toMatchObject({
    stage: 'new',
    value,
    ownerId: null,
  })
  await change(dealId, { ownerId: 'usr_ben' })
  await change(dealId, { stage: 'proposal' }, person)
  await undoLast()
  expect(await findDeal(services.database, { orgId, dealId })).toMatchObject({
    stage: 'proposal',
    ownerId: null,
  })
})

test('steps are put back one after the other, the last one first', async () => {
  const { change, writes, undo } = newAssistant()
  const dealId = await newDeal()
  await change(dealId, { stage: 'qualified' })
  await change(dealId, { stage: 'proposal' })
  const [second, first] = await writes()
  expect([first?.state, second?.state]).toEqual(['changed', 'stands'])
  await expect(undo(first?.entry.auditId ?? '')).rejects.toMatchObject({ code: 'conflict' })
  await undo(second?.entry.auditId ?? '')
  await undo(first?.entry.auditId ?? '')
  expect((await findDeal(services.database, { orgId, dealId }))?.stage).toBe('new')
})

test.for<[string, object]>([
  ['the stage', { stage: 'lost' }],
  ['the value', { value: { amount: 5, currency: 'USD' } }],
  ['the owner', { ownerId: 'usr_else' }],
])('nothing is put back once someone has changed %s since, and the write names them', async ([, changes]) => {
  const { change, writes, undoLast } = newAssistant()
  const dealId = await newDeal()
  await change(dealId, { stage: 'won', value: null, ownerId: 'usr_ben' })
  await change(dealId, changes, callerOf('person', 'usr_bob'))
  expect(await writes()).toMatchObject([
    { state: 'changed', since: { actor: { kind: 'person', id: 'usr_bob' } } },
  ])
  await expect(undoLast()).rejects.toMatchObject({ code: 'conflict' })
  expect(await findDeal(services.database, { orgId, dealId })).toMatchObject(changes)
})

test.for<[string, object]>([
  ['The deal is in another stage than expected.', { stage: 'won' }],
  ['The deal has another value than expected.', { value: null }],
  ['The deal has another owner than expected.', { ownerId: 'usr_ben' }],
])('a deal is changed only where it is as expected: %s', async ([message, expected]) => {
  const { change } = newAssistant()
  const dealId = await newDeal()
  await expect(change(dealId, { stage: 'lost', expected })).rejects.toMatchObject({
    code: 'conflict',
    message,
  })
  expect((await findDeal(services.database, { orgId, dealId }))?.stage).toBe('new')
})

test('a write of another assistant or of a person, and one in another workspace, is not there', async () => {
  const { change, undo, undoLast } = newAssistant()
  const other = newAssistant()
  const dealId = await newDeal()
  await change(dealId, { stage: 'won' })
  const [entry] = await listAuditEntries(services.database, { orgId, act: 'deal.update' }, { limit: 1 })
  const auditId = entry?.auditId ?? ''
  await expect(other.undo(auditId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(undo('aud_missing')).rejects.toMatchObject({ code: 'not_found' })
  const named = { caller: admin, orgId: 'org_b', assistantId: 'ast_1', auditId }
  await expect(undoWrite(services, named)).rejects.toMatchObject({ code: 'not_found' })
  await expect(undoLast({ ...viewer, orgId })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await findDeal(services.database, { orgId, dealId }))?.stage).toBe('won')
})

test('what no act undoes says so', async () => {
  const { assistantId, writes, undoLast } = newAssistant()
  const caller = callerOf('assistant', assistantId)
  const target = { type: 'deal' as const, id: await newDeal() }
  await performAct(services, { caller, act: createNoteAct, input: { orgId, target, body: 'Signed.' } })
  const input = { orgId, deals: [{ name: 'Made', stage: 'new' as const }] }
  await performAct(services, { caller, act: createDealsAct, input })
  expect(await writes()).toMatchObject([
    { state: 'final', record: { name: 'Made' } },
    { state: 'final', record: { ...target, name: 'Five seats' } },
  ])
  await expect(undoLast()).rejects.toMatchObject({
    code: 'conflict',
    message: 'This change cannot be undone.',
  })
})
