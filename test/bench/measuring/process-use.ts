import { readFileSync } from 'node:fs'

const kibibyte = 1024
const ticksPerSecond = 100
// The field in /proc/<pid>/stat after the name, which may contain anything but ends at the last parenthesis.
const userTicks = 11
const systemTicks = 12

/** Returns the processor time that a process has used, in seconds; NaN if the system does not report it. */
export function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[userTicks]) + Number(fields[systemTicks])) / ticksPerSecond
  } catch {
    // Another system, or the process is gone, which its user notices.
    return Number.NaN
  }
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
