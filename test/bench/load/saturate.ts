import { findProgram } from '@signalpost/testing'
import { cpuSecondsOf } from '../process-use.ts'
import type { LoadRequest } from './request-bytes.ts'
import { saturateWithAutocannon } from './saturate-with-autocannon.ts'
import { saturateWithWrk } from './saturate-with-wrk.ts'

export type Saturation = {
  port: number
  /** The process that answers. */
  pid: number
  /** Sent in their order, from the first again after the last. */
  requests: readonly LoadRequest[]
  seconds: number
  connections: number
}

export type SaturationReading = {
  answers: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Of the process that answers, for each answer: hardly changed by what else the machine does. */
  cpuUs: number
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

/** Loads with as much as is answered: each connection sends its next request when the last is answered. */
export async function saturate(saturation: Saturation): Promise<SaturationReading> {
  const wrk = findProgram('wrk')
  const cpuSecondsBefore = cpuSecondsOf(saturation.pid)
  const counted =
    wrk === undefined ? await saturateWithAutocannon(saturation) : await saturateWithWrk(wrk, saturation)
  const { answers, seconds, p50Ms, p99Ms, refused, broken } = counted
  if (answers === 0 || refused > 0 || broken > 0) {
    throw new Error(`of ${answers} answers ${refused} were refusals, and ${broken} requests broke off`)
  }
  const cpuSeconds = cpuSecondsOf(saturation.pid) - cpuSecondsBefore
  return { answers, perSecond: answers / seconds, p50Ms, p99Ms, cpuUs: (cpuSeconds * 1e6) / answers }
}

export function generatorName(): string {
  return findProgram('wrk') === undefined ? 'autocannon' : 'wrk'
}
