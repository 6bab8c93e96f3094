import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

const count = z.int().min(0)

export const getOverviewHours = defineRoute({
  operationId: 'getOverviewHours',
  method: 'get',
  path: '/console/api/w/{orgId}/overview/hours',
  role: 'viewer',
  summary: 'Count what was received and refused in each of the last 48 hours',
  success: {
    status: 200,
    description: 'Every hour, the present one last; deliveries by their status now.',
    schema: z.object({
      items: z.array(
        z.object({
          at: z.iso.datetime().meta({ description: 'When the hour begins.' }),
          ...{
            applied: count,
            duplicate: count,
            conflict: count,
            ignored: count,
            dead: count,
            queued: count,
          },
          refused: count.meta({ description: 'Requests that were refused.' }),
        }),
      ),
    }),
  },
  errors: [],
  handle: async ({ readHours }, { params: { orgId } }) => {
    const hours = await readHours(orgId)
    return { items: hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })) }
  },
})
