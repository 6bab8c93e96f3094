import { describeUnreachable } from '../describe-unreachable.ts'
import type { Stage } from '../stage.ts'

/** Reads the signal as any client does. It is there once a worker has applied it. */
export const apiStage: Stage = {
  stage: 'api',
  pollMs: 250,
  isWatched: () => true,
  look: async ({ apiUrl }, { apiKey, signalId, signal }) => {
    try {
      const response = await fetch(`${apiUrl}/v1/results/${signalId}`, {
        headers: { authorization: `Bearer ${apiKey}` },
        redirect: 'manual',
        signal,
      })
      await response.body?.cancel()
      if (response.status === 200) return 'reached'
      if (response.status === 404) return { waitsFor: 'the API does not know the signal' }
      return { waitsFor: `the API answers ${response.status}` }
    } catch (error) {
      return { waitsFor: describeUnreachable('the API', apiUrl, error) }
    }
  },
}
