import { readFileSync } from 'node:fs'

/** Whether a process was stopped by a signal or by a tracer, as far as the system says (Linux alone does). */
export function isHalted(pid: number): boolean {
  try {
    // The state follows the name, which is in parentheses and may hold some itself.
    return /^[tT]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, ''))
  } catch {
    return false // it has ended, or this is another system
  }
}
