import { editSchedule } from '@signalpost/database/searching'
import { type Listener, nameSchema, RejectedError } from '@signalpost/domain'
import type { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineOperation } from '../define-operation.ts'
import { listenerDocument, listenerReference } from './listener-document.ts'
import {
  backfillMsSchema,
  boardsSchema,
  checkListener,
  planSchema,
  scheduleSchema,
  sensitivitySchema,
} from './listener-input.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'
import { writeListener } from './write-listener.ts'

const input = listenerReference.extend({
  name: nameSchema.optional(),
  plan: planSchema.optional(),
  schedule: scheduleSchema.optional(),
  sensitivity: sensitivitySchema.optional(),
  boards: boardsSchema.optional(),
  backfillMs: backfillMsSchema.optional(),
})

/**
 * Changes what is given, keeps the rest and makes the listener due at once. Throws RejectedError: `invalid_request`,
 * `not_found`, and `conflict` for a listener of an outside sender.
 */
export const editListenerAct = defineOperation({
  name: 'listener.edit',
  summary: 'Change the given settings of a listener and keep the rest.',
  demands: 'admin',
  input,
  http: { method: 'patch', path: '/listeners/{id}', errors: ['not_found', 'conflict'] },
  example: { name: 'Renamed' },
  output: listenerDocument,
  run: async ({ transaction, services, input: { orgId, listenerId, ...given } }) => {
    const reference = { orgId, listenerId }
    const nowMs = services.nowMs()
    const before = await getOwnedListener(transaction, reference)
    const document = { ...documentOf(before.listener), ...given.plan }
    const schedule = given.schedule ?? storedSchedule(before.listener)
    const settings = { ...before.schedule.settings, ...definedOf(given) }
    const checked = boardsSchema.parse(settings.boards)
    checkListener({ schedule, plan: planSchema.parse(document), boards: checked, nowMs })
    const { name = document.name, sensitivity = document.sensitivity } = given
    await writeListener(transaction, {
      ...{ ...reference, type: 'listener.updated', nowMs },
      document: { ...document, name, schedule, sensitivity },
    })
    await editSchedule(transaction, { ...reference, settings })
    const after = await getOwnedListener(transaction, reference)
    const states = { before: auditedListener(before), after: auditedListener(after) }
    return { result: after, change: changeBetween({ ...listenerTarget(reference), ...states }) }
  },
})

/** Throws RejectedError `invalid_request` for one that an event brought and that cannot be read: a person gives another. */
function storedSchedule({ schedule }: Listener): z.output<typeof scheduleSchema> {
  const stored = scheduleSchema.safeParse(schedule)
  if (stored.success) return stored.data
  const issues = [{ path: 'schedule', message: 'expected another one: the stored one cannot be read' }]
  throw new RejectedError('invalid_request', 'The listener has no schedule that can be read.', { issues })
}

function documentOf(listener: Listener) {
  const { name, mode, objective, keywords, exclusions, queries, sensitivity, profile } = listener
  return { name, mode, objective, keywords, exclusions, queries, sensitivity, profile }
}

function definedOf({ boards, backfillMs }: Pick<z.output<typeof input>, 'boards' | 'backfillMs'>) {
  return { ...(boards && { boards }), ...(backfillMs !== undefined && { backfillMs }) }
}
