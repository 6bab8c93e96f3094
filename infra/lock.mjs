// Needs nothing that is installed: it runs before anything is.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 50
const beatMs = 5_000
const staleMs = 60_000

/**
 * Allows one process at a time. The lock names its process, which touches it while it lives. Returns the function that
 * unlocks.
 */
export async function lock(lockPath) {
  while (!create(lockPath)) {
    if (isStale(lockPath)) removeStale(lockPath)
    await sleep(pollMs)
  }
  // Another process may have removed the lock, if this one stood still for long.
  const beat = setInterval(() => ifThere(() => utimesSync(lockPath, new Date(), new Date())), beatMs)
  beat.unref()
  const unlock = () => {
    clearInterval(beat)
    process.removeListener('exit', unlock)
    if (holderOf(lockPath) === process.pid) rmSync(lockPath, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

function isStale(path) {
  const pid = holderOf(path)
  return isOld(path) || (pid > 0 && !isAlive(pid))
}

function isOld(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > staleMs
}

/** Of several processes that find a lock stale, one looks again and removes it, so that the lock of a later holder stays. */
function removeStale(lockPath) {
  const guard = `${lockPath}.guard`
  const isOurs = create(guard)
  if (isOurs && isStale(lockPath)) rmSync(lockPath, { force: true })
  // A process that was killed here leaves its guard.
  if (isOurs || isOld(guard)) rmSync(guard, { force: true })
}

function holderOf(path) {
  return Number(ifThere(() => readFileSync(path, 'utf8')))
}

/** Creates a file that names this process. Returns false if it is there. */
function create(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (cause) {
    if (cause.code !== 'EEXIST') throw cause
    return false
  }
}

/** Its holder may remove a lock at any moment. */
function ifThere(access) {
  try {
    return access()
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause
    return undefined
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}
