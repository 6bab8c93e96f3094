import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'

/** The parameters of a path within a workspace. */
export const workspaceParams = z.object({ orgId: orgIdSchema })

/** Those of a path to one record of a workspace. */
export const recordParams = z.object({ orgId: orgIdSchema, id: idSchema })

export const noQuery = z.object({})
