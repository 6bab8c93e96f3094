import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Reading } from '../define-figure.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  /** In microseconds of the system's monotonic clock, as the deltas to it. */
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const shownMost = 25

/** What makes Node write a profile into a directory when it ends. */
export function profilingOptions(directory: string): string {
  return `--cpu-prof --cpu-prof-dir=${directory}`
}

/** Returns the processor time of each function between two moments of the monotonic clock, for each delivery. */
export function readFunctionTimes(
  directory: string,
  { fromUs, toUs, deliveries }: { fromUs: number; toUs: number; deliveries: number },
): Reading {
  const times = new Map<string, number>()
  for (const file of readdirSync(directory)) {
    // The cast: Node wrote it.
    const profile = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile
    const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
    let atUs = profile.startTime
    for (const [index, id] of profile.samples.entries()) {
      const deltaUs = profile.timeDeltas[index] ?? 0
      atUs += deltaUs
      const name = names.get(id) ?? ''
      if (atUs < fromUs || atUs > toUs || name === '(idle)') continue
      times.set(name, (times.get(name) ?? 0) + deltaUs)
    }
  }
  const all = [...times].sort(([, a], [, b]) => b - a)
  return {
    'functions, µs': all.reduce((sum, [, us]) => sum + us, 0) / deliveries,
    ...Object.fromEntries(all.slice(0, shownMost).map(([name, us]) => [`  ${name}, µs`, us / deliveries])),
  }
}

/** Of a dependency, the package says more than the function. */
function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (dependency !== undefined) return dependency
  return url === '' ? functionName : `${functionName || 'anonymous'} (${basename(url)})`
}
