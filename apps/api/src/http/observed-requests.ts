import type { ObservedRequests } from '@signalpost/runtime'
import type { Admission } from './create-router.ts'

export const observedRequests: ObservedRequests = {
  histogram: {
    name: 'signalpost_api_request_seconds',
    help: 'Time to the end of the answer, by route and status.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
  },
  refusals: 'signalpost_api_refusals_total',
  describe: ({ route }, { locals }) => {
    const admission: Admission | undefined = locals.admission
    return {
      route: typeof route?.path === 'string' ? route.path : undefined,
      caller: { keyId: admission?.caller.keyId, orgId: admission?.caller.orgId },
    }
  },
}
