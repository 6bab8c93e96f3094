import { redisAvailable } from '@signalpost/testing'
import { backends } from './product/queue-store.ts'

/** The backends that a test runs on, and whether this machine has what they need. */
export const backendCases = backends.map((backend) => ({
  backend,
  isMissing: backend !== 'postgres' && !redisAvailable(),
}))
