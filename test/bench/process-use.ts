import { readFileSync } from 'node:fs'

const kibibyte = 1024
const ticksPerSecond = 100
// In /proc/<pid>/stat, behind the name, which may hold anything but ends at the last parenthesis.
const userTicks = 11
const systemTicks = 12

/** The processor time that a process has used, in seconds; NaN where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[userTicks]) + Number(fields[systemTicks])) / ticksPerSecond
  } catch {
    // No such file: another system, or the process is gone, and what used it fails by itself.
    return Number.NaN
  }
}

/** The memory of a process that is resident, in bytes; NaN where the system does not tell. */
export function residentBytesOf(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kibibytes) * kibibyte
  } catch {
    // As above.
    return Number.NaN
  }
}
