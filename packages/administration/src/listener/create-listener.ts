import { createId } from '@signalpost/database'
import { findWorkspace } from '@signalpost/database/access'
import { countSchedulesOf, createSchedule, setSchedulePaused } from '@signalpost/database/searching'
import { dayMs, idPrefixIn, nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork, LimitedActServices } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { listenerDocument } from './listener-document.ts'
import {
  backfillMsSchema,
  boardsSchema,
  checkListener,
  planSchema,
  scheduleSchema,
  sensitivitySchema,
} from './listener-input.ts'
import { auditedListener, getOwnedListener, listenerTarget } from './owned-listener.ts'
import { ensureSearcherSource } from './searcher-source.ts'
import { writeListener } from './write-listener.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema,
  plan: planSchema,
  schedule: scheduleSchema,
  sensitivity: sensitivitySchema.default('balanced'),
  boards: boardsSchema.default([]),
  /** Makes it paused, so that it can be tried before it runs. */
  isPaused: z.boolean().default(false),
  /** How far back the first run of a search looks. */
  backfillMs: backfillMsSchema.default(7 * dayMs),
})

/**
 * Makes a listener that searches, due at once unless it is paused. Throws RejectedError: `invalid_request`, `not_found`,
 * `conflict` where the workspace has as many as it may.
 */
export const createListenerAct = defineOperation({
  name: 'listener.create',
  summary: 'Create a listener that searches platforms by a plan. Its first run is due at once.',
  demands: 'admin',
  input,
  http: { method: 'post', path: '/listeners', status: 201, errors: ['conflict'] },
  output: listenerDocument,
  run: async ({
    transaction,
    services,
    input: given,
  }: ActWork<z.output<typeof input>, LimitedActServices>) => {
    const { orgId, name, plan, schedule, sensitivity, boards, isPaused, backfillMs } = given
    const nowMs = services.nowMs()
    const workspace = await findWorkspace(services.database, orgId)
    if (workspace === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
    checkListener({ schedule, plan, boards, nowMs })
    const most = workspace.mostListeners ?? services.workspaceLimits.listeners
    if ((await countSchedulesOf(transaction, orgId)) >= most) {
      const message = `The workspace has ${most} listeners, and may have no more. Delete one first.`
      throw new RejectedError('conflict', message)
    }
    const reference = { orgId, listenerId: createId(idPrefixIn(services.cell, 'lsn_')) }
    const sourceId = await ensureSearcherSource(transaction, services, orgId)
    await createSchedule(transaction, { ...reference, sourceId, settings: { boards, backfillMs } })
    if (isPaused) await setSchedulePaused(transaction, { ...reference, isPaused })
    const document = { name, ...plan, schedule, sensitivity }
    await writeListener(transaction, { ...reference, document, type: 'listener.created', nowMs })
    const created = await getOwnedListener(transaction, reference)
    const states = { before: null, after: auditedListener(created) }
    return {
      result: { ...created, listenerId: reference.listenerId },
      change: { ...listenerTarget(reference), ...states },
    }
  },
})
