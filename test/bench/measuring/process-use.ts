import { readdirSync, readFileSync } from 'node:fs'

const kibibyte = 1024
const ticksPerSecond = 100
// The field in /proc/<pid>/stat after the name, which may contain anything but ends at the last parenthesis.
const parent = 1
const ownTicks = [11, 12]
const endedChildrenTicks = [13, 14]

/** Returns the processor time that a process has used, in seconds; NaN if the system does not report it. */
export function cpuSecondsOf(pid: number): number {
  return secondsIn(readStat(pid), ownTicks)
}

/** Returns the same of a process and all its children, also of those that ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((fields) => fields?.[parent] === String(pid))
  const living = children.map((fields) => secondsIn(fields, ownTicks)).reduce((sum, one) => sum + one, 0)
  return secondsIn(readStat(pid), [...ownTicks, ...endedChildrenTicks]) + living
}

function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // Another system, or the process is gone, which its user notices.
    return undefined
  }
}

function secondsIn(fields: string[] | undefined, indexes: number[]): number {
  return indexes.reduce((sum, index) => sum + Number(fields?.[index]), 0) / ticksPerSecond
}

/** Returns a process's resident memory in bytes; NaN if the system does not report it. */
export function residentBytesOf(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kibibytes) * kibibyte
  } catch {
    // As above.
    return Number.NaN
  }
}
