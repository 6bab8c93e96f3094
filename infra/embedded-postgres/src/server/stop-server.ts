import { setTimeout as sleep } from 'node:timers/promises'
import { isServerOf } from './postmaster-file.ts'

/** `fast` ends sessions and writes a checkpoint; `immediate` makes the next start recover. */
export type StopMode = 'fast' | 'immediate'

const fastMs = 20_000
const immediateMs = 5_000
const pollMs = 5

/** Stops the server, with a harder signal if it takes too long, and returns when its process is gone. */
export async function stopServer(dataPath: string, pid: number, mode: StopMode): Promise<void> {
  if (mode === 'fast' && (await signalAndWait(dataPath, pid, 'SIGINT', fastMs))) return
  if (await signalAndWait(dataPath, pid, 'SIGQUIT', immediateMs)) return
  await signalAndWait(dataPath, pid, 'SIGKILL', immediateMs)
}

async function signalAndWait(
  dataPath: string,
  pid: number,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<boolean> {
  if (!isServerOf(dataPath, pid)) return true
  process.kill(pid, signal)
  const deadline = performance.now() + limitMs
  while (isServerOf(dataPath, pid)) {
    if (performance.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}
