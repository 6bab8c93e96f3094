import { z } from 'zod'
import { defineLiveRoute, defineRoute } from '../../face/define-routes.ts'
import { findToken } from '../../face/server-cookie.ts'
import { overviewSchema } from '../../overview/overview-schema.ts'
import { sendStream } from '../../stream/send-stream.ts'

export const getOverview = defineRoute({
  operationId: 'getOverview',
  method: 'get',
  path: '/console/api/w/{orgId}/overview',
  role: 'viewer',
  summary: 'See whether anything is lost, late or broken',
  success: {
    status: 200,
    description: 'One sentence, what needs a person, and the sums.',
    schema: overviewSchema,
  },
  errors: [],
  handle: async ({ readOverview }, { params }) => readOverview(params.orgId),
})

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

export const watchWorkspace = defineLiveRoute({
  operationId: 'watchWorkspace',
  method: 'get',
  path: '/console/api/w/{orgId}/stream',
  role: 'viewer',
  summary: 'Follow what moves in a workspace, as server-sent events',
  success: {
    status: 200,
    contentType: 'text/event-stream',
    description:
      'Events: `moved` (topics that changed), `blind` (the store does not answer), `ended` (the session).',
  },
  errors: [],
  handle: async ({ watcher, waysIn, cookie }, { params: { orgId } }) => {
    return async (response) => {
      const mayStay = async (): Promise<boolean> => {
        const { token, kind } = findToken(cookie, response.req)
        const session = token === undefined ? undefined : await waysIn.peekSession(token, kind)
        return session?.memberships.some((membership) => membership.orgId === orgId) ?? false
      }
      await sendStream(response, { watcher, orgId, mayStay })
    }
  },
})
