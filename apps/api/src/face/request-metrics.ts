import type { RequestMetrics } from '@signalpost/runtime'

export const requestMetrics: RequestMetrics = {
  histogram: {
    name: 'signalpost_api_request_seconds',
    help: 'Time to the end of the answer, by route and status.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
  },
  refusals: 'signalpost_api_refusals_total',
}
