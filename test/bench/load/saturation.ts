import type { LoadRequest } from './request-bytes.ts'

export type Saturation = {
  port: number
  /** The process that answers. */
  pid: number
  /** Sent in their order, from the first again after the last. */
  requests: readonly LoadRequest[]
  seconds: number
  connections: number
}

/** What a generator counted; `refused` are answers of 400 and more. */
export type Counted = {
  answers: number
  seconds: number
  p50Ms: number
  p99Ms: number
  refused: number
  broken: number
}
