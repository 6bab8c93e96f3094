import { findProgram } from '@signalpost/testing'
import { cpuSecondsOfFamily } from '../measuring/process-use.ts'
import { saturateWithAutocannon } from './saturate-with-autocannon.ts'
import { saturateWithWrk } from './saturate-with-wrk.ts'
import type { Saturation } from './saturation.ts'

export type SaturationReading = {
  answers: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The time of the answering process and its children for each answer: hardly depends on the machine's other load. */
  cpuUs: number
}

/** Loads a server to saturation: each connection sends its next request when the last is answered. */
export async function saturate(saturation: Saturation): Promise<SaturationReading> {
  const wrk = findProgram('wrk')
  const cpuSecondsBefore = cpuSecondsOfFamily(saturation.pid)
  const counted =
    wrk === undefined ? await saturateWithAutocannon(saturation) : await saturateWithWrk(wrk, saturation)
  const { answers, seconds, p50Ms, p99Ms, refused, broken } = counted
  if (answers === 0 || refused > 0 || broken > 0) {
    throw new Error(`of ${answers} answers ${refused} were refusals, and ${broken} requests broke off`)
  }
  const cpuSeconds = cpuSecondsOfFamily(saturation.pid) - cpuSecondsBefore
  return { answers, perSecond: answers / seconds, p50Ms, p99Ms, cpuUs: (cpuSeconds * 1e6) / answers }
}

export function generatorName(): string {
  return findProgram('wrk') === undefined ? 'autocannon' : 'wrk'
}
