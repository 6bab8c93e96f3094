import type { ChildProcess } from 'node:child_process'
import { createHeartbeatCount } from './heartbeat-count.ts'
import { isHalted } from './is-halted.ts'

type WatchOptions = { everyMs?: number; onSilent: () => void }

/**
 * Ends a process whose event loop hangs: SIGTERM after three missed heartbeats, and SIGKILL one interval later, because
 * a hanging loop handles no signal. A process that recovers in between stops by itself.
 */
export function watchHeartbeats(child: ChildProcess, { everyMs = 5_000, onSilent }: WatchOptions): void {
  const { pid } = child
  if (pid === undefined) return
  const count = createHeartbeatCount({ isHalted: () => isHalted(pid) })
  let isSilent = false
  child.on('message', (message) => {
    if (!isHeartbeat(message)) return
    count.beat(message)
    isSilent = false
  })
  const timer = setInterval(() => {
    if (!count.tick()) return
    if (!isSilent) onSilent()
    child.kill(isSilent ? 'SIGKILL' : 'SIGTERM')
    isSilent = true
  }, everyMs)
  child.once('exit', () => clearInterval(timer))
}

function isHeartbeat(message: unknown): message is { isInspected: boolean } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'alive'
}
