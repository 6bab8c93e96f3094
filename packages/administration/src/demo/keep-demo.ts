import { listAuditEntries } from '@signalpost/database/acts'
import { keepDemoRecords, listDemoRecords } from '@signalpost/database/demo'
import { createPerson, setMembership } from '@signalpost/database/people'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

const record = z.strictObject({
  kind: z.enum(['collection', 'deal', 'escalation', 'listener', 'sender', 'signal', 'source', 'warehouse']),
  id: z.string(),
})

const input = z.strictObject({
  orgId: orgIdSchema,
  /** The people of the demo, who cannot log in. They are created once. */
  people: z.array(z.string()).default([]),
  /** What the demo is about to bring, or just brought. */
  records: z.array(record),
})

const mostRounds = 1_000

/**
 * Remembers what belongs to the demo, and makes its people. Returns their ids, and how many times the demo was begun: what
 * was removed once cannot come again under the same ids.
 */
export const keepDemoAct = defineAct({
  name: 'demo.keep',
  demands: 'operator',
  input,
  run: async ({ transaction, services, input: { orgId, people, records } }) => {
    const nowMs = services.nowMs()
    const known = await listDemoRecords(transaction, { orgId })
    let personIds = known.filter(({ kind }) => kind === 'person').map(({ id }) => id)
    if (personIds.length === 0) {
      for (const name of people) {
        const { personId } = await createPerson(transaction, { email: null, name, isOperator: false, nowMs })
        await setMembership(transaction, { orgId, personId, role: 'member', nowMs })
        personIds = [...personIds, personId]
      }
    }
    const made = personIds.map((id) => ({ kind: 'person' as const, id }))
    await keepDemoRecords(transaction, { orgId, records: [...made, ...records] })
    const removed = await listAuditEntries(transaction, { orgId, act: 'demo.remove' }, { limit: mostRounds })
    const round = removed.filter(({ refusal }) => refusal === null).length + 1
    const after = { people: personIds.length, records: records.length }
    const target = { type: 'workspace', id: orgId }
    return { result: { personIds, round }, change: { orgId, target, before: {}, after } }
  },
})
