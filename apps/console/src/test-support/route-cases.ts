/** What a route is asked, once the ids of what is there are in it. */
export type RouteCase = { params?: Record<string, string>; search?: string; body?: unknown }

type Ids = { orgId: string; sourceId: string; deliveryId: string; jobId: string }

/** One case for each route, by its operation. A member's or admin's write changes nothing that another case needs. */
export function routeCasesOf({ orgId, sourceId, deliveryId, jobId }: Ids): Record<string, RouteCase> {
  const ofDelivery = { params: { orgId, id: deliveryId } }
  const ofSource = { params: { orgId, id: sourceId } }
  const inWorkspace = { params: { orgId } }
  return {
    listWaysIn: {},
    logIn: { body: { token: 'A'.repeat(43) } },
    requestMailLink: { body: { email: 'ada@example.com' } },
    startOidc: { body: {} },
    finishOidc: { body: { search: 'code=x&state=y' } },
    getSession: {},
    logOut: {},
    getOverview: inWorkspace,
    watchWorkspace: inWorkspace,
    listDeliveries: { ...inWorkspace, search: '?status=queued' },
    previewDeliveries: { ...inWorkspace, search: '?status=queued' },
    getDelivery: ofDelivery,
    getDeliveryBody: ofDelivery,
    replayDeliveries: { ...inWorkspace, body: { ids: [deliveryId] } },
    discardDeliveries: { ...inWorkspace, body: { ids: [deliveryId] } },
    getJob: { params: { orgId, id: jobId } },
    stopJob: { params: { orgId, id: jobId }, body: {} },
    listRejections: inWorkspace,
    listSources: inWorkspace,
    getSource: ofSource,
    createSource: { ...inWorkspace, body: { name: 'Another' } },
    rotateSource: { ...ofSource, body: { overlapSeconds: 60 } },
    switchSource: { ...ofSource, body: { enabled: true } },
    listSchemes: {},
  }
}
