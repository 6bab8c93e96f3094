import type { StoredSilence } from '@signalpost/database/rules'
import { silenceConditionsSchema } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import type { ActServices } from '../define-act.ts'

export const silenceAudit = auditing('silence', ({ conditions, reason, until, endedAt }: StoredSilence) => ({
  ...{ conditions, reason, until, endedAt },
}))

export const silenceDocument = {
  description: 'The silence.',
  schema: z.object({
    silenceId: z.string(),
    conditions: silenceConditionsSchema.meta({ description: 'All must hold. None mutes the workspace.' }),
    reason: z.string().nullable(),
    isStanding: z.boolean(),
    until: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable().meta({ description: 'When it was ended before its time.' }),
    createdAt: z.iso.datetime(),
    createdBy: z.object({ kind: z.string(), id: z.string() }).nullable(),
  }),
  of: (
    { silenceId, conditions, reason, until, endedAt, createdAt, createdBy }: StoredSilence,
    { nowMs }: Pick<ActServices, 'nowMs'>,
  ) => ({
    ...{ silenceId, conditions, reason },
    isStanding: endedAt === null && until.getTime() > nowMs(),
    until: until.toISOString(),
    endedAt: endedAt === null ? null : endedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    createdBy: createdBy && { kind: createdBy.kind, id: createdBy.id },
  }),
}
