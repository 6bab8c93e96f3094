import type { RequestMetrics } from '@signalpost/runtime'

export const requestMetrics: RequestMetrics = {
  histogram: {
    name: 'signalpost_console_request_seconds',
    help: 'Time to the end of the answer, by route and status. Streams are left out.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
  },
  refusals: 'signalpost_console_refusals_total',
}
