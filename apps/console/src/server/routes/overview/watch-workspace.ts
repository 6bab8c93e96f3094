import { defineLiveRoute } from '../../face/define-routes.ts'
import { findToken } from '../../face/server-cookie.ts'
import { sendStream } from '../../stream/send-stream.ts'

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
