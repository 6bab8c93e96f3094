import autocannon from 'autocannon'
import type { Counted, Saturation } from './saturation.ts'

/** For machines without wrk. It costs more itself, which makes ratios milder. */
export async function saturateWithAutocannon({
  port,
  requests,
  seconds,
  connections,
}: Saturation): Promise<Counted> {
  let sent = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...requests[sent++ % requests.length] }) }],
  })
  return {
    answers: result.requests.total,
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
  }
}
