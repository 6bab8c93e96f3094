// Needs nothing that is installed: it runs before anything is.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 200
const beatMs = 5_000
const staleMs = 60_000

/**
 * Allows one process at a time. The lock names its process, which touches it while it lives. Returns the function that
 * unlocks.
 */
export async function lock(lockPath) {
  for (;;) {
    try {
      writeFileSync(lockPath, String(process.pid), { flag: 'wx' })
      break
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw cause
      if (isLockStale(lockPath)) rmSync(lockPath, { force: true })
      else await sleep(pollMs)
    }
  }
  const beat = setInterval(() => utimesSync(lockPath, new Date(), new Date()), beatMs)
  beat.unref()
  const unlock = () => {
    clearInterval(beat)
    process.removeListener('exit', unlock)
    rmSync(lockPath, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

function isLockStale(lockPath) {
  const stats = statSync(lockPath, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (Date.now() - stats.mtimeMs > staleMs) return true
  const pid = Number(readFileSync(lockPath, 'utf8'))
  return pid > 0 && !isAlive(pid)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}
