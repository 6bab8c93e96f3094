import { z } from 'zod'
import type { Contribution } from '../contribution.ts'
import { signalSchema } from '../documents/signal.ts'
import { defineEventKind, documentSchema } from '../event-kind.ts'
import { splitSignal } from '../records/signal.ts'
import { ownRegisters } from '../registers/register-kinds.ts'
import { exampleSignal } from './example-records.ts'

const storing = {
  data: z.object({ signal: z.preprocess(withoutUnreadable, documentSchema(signalSchema)) }),
  example: { signal: exampleSignal },
  claimedOrgId: ({ signal }: { signal: z.infer<typeof signalSchema> }) => ({
    path: 'data.signal.orgId',
    orgId: signal.orgId,
  }),
  contributions: (
    { signal }: { signal: z.infer<typeof signalSchema> },
    key: Parameters<typeof splitSignal>[1],
  ) => {
    const { state, registers } = splitSignal(signal, key)
    const contributions: Contribution[] = [{ record: 'signal', id: signal.id, state }]
    if (registers !== undefined) contributions.push({ record: 'registers', id: signal.id, state: registers })
    return contributions
  },
}

/** Leaves out registers that the specification does not know and whose values are not ours. */
function withoutUnreadable(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document
  const members: Record<string, unknown> = { ...document }
  for (const { name, value } of ownRegisters) {
    if (!value.safeParse(members[name]).success) delete members[name]
  }
  return members
}

export const signalCreated = defineEventKind({
  type: 'signal.created',
  sentOn: { record: 'signal', changes: ['created', 'restored'] },
  ...storing,
})

export const signalUpdated = defineEventKind({
  type: 'signal.updated',
  sentOn: { record: 'signal', changes: ['updated'] },
  ...storing,
})
