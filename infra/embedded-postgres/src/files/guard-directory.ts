import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type DirectoryGuard = {
  /** Runs now what would run at our death, and resolves when it is done. */
  release: () => Promise<void>
  /** Cancels the guard. */
  dismiss: () => void
}

// Finds servers by the directory on their command line, whichever process started them.
const script = [
  'servers() { printf %s "$DIRECTORY" | grep -l -s -F -f - /proc/[0-9]*/cmdline | cut -d / -f 3; }',
  'cat > /dev/null',
  'for pid in $(servers); do kill -s QUIT "$pid"; done',
  'for i in 1 2 3 4 5 6 7 8 9 10; do [ -n "$(servers)" ] || break; sleep 0.2; done',
  'for pid in $(servers); do kill -s KILL "$pid"; done',
  'rm -rf "$DIRECTORY" || { sleep 1; rm -rf "$DIRECTORY"; }',
].join('\n')

/**
 * For tests: when this process dies in any way, ends every server that works in the directory and removes it. A small
 * shell waits for the end of a pipe that only we hold open. It runs in its own session, so signals to our group do not
 * reach it.
 */
export function guardDirectory(directory: string): DirectoryGuard {
  const guard = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: { ...process.env, DIRECTORY: directory },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return {
    release: async () => {
      const ended = once(guard, 'exit')
      guard.ref()
      guard.stdin.end()
      await ended
    },
    dismiss: () => void guard.kill('SIGKILL'),
  }
}
