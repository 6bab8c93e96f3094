// Needs nothing that is installed: it runs before anything is.
import { spawn } from 'node:child_process'
import { constants as osConstants } from 'node:os'

const parentPollMs = 1_000
// Below npm, Ctrl-C arrives twice: from the terminal and from npm. People take longer to press it again.
const sameSignalMs = 250

/** The commands that run until they are asked to stop. */
export const services = ['start', 'intake', 'worker', 'searcher', 'api', 'console']

/**
 * Runs a program with our terminal and resolves to its exit code. Stops it when this process is asked to stop, or when
 * our own parent dies, since npm does not pass SIGTERM on. A service gets its own session: it receives a Ctrl-C once,
 * from us, and not from the terminal too.
 */
export function runProgram(program, args, { env, service = false, cwd = process.cwd() }) {
  const child = spawn(program, args, {
    cwd,
    env,
    detached: service,
    stdio: [service ? 'ignore' : 'inherit', 'inherit', 'inherit'],
  })
  let lastSignalAt = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    const now = performance.now()
    if (now - lastSignalAt < sameSignalMs) return
    lastSignalAt = now
    child.kill(signal)
  }
  const fromTerminal = !service && process.stdin.isTTY
  process.on('SIGTERM', () => pass('SIGTERM'))
  process.on('SIGHUP', () => pass('SIGTERM'))
  process.on('SIGINT', () => fromTerminal || pass('SIGINT'))
  const watch = whenParentDies(() => pass('SIGTERM'))

  return new Promise((resolve) => {
    child.once('error', (cause) => {
      process.stderr.write(`${program}: ${cause.message}\n`)
      process.exit(1)
    })
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + osConstants.signals[signal])
    })
  })
}

/** The scripts of package.json begin with `exec`, so our parent is npm and not a shell that outlives it. */
function whenParentDies(then) {
  const { ppid } = process
  // A container's first process cannot die before us.
  if (ppid === 1) return undefined
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    then()
  }, parentPollMs)
  return watch
}
