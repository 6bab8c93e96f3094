import type { LoadRequest } from './request-bytes.ts'

export type Saturation = {
  port: number
  /** The process that answers, or whose children do. */
  pid: number
  /** Sent in order, and again from the first after the last. */
  requests: readonly LoadRequest[]
  seconds: number
  connections: number
}

/** The counts of a generator; `refused` are answers of 400 and above. */
export type Counted = {
  answers: number
  seconds: number
  p50Ms: number
  p99Ms: number
  refused: number
  broken: number
}
