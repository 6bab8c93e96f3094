import { readFileSync } from 'node:fs'

/** Whether a signal or a tracer stopped a process. Only Linux reports it. */
export function isHalted(pid: number): boolean {
  try {
    // The state follows the name, which is in parentheses and may contain parentheses.
    return /^[tT]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, ''))
  } catch {
    return false // the process has ended, or this is not Linux
  }
}
