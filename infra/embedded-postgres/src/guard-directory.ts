import { spawn } from 'node:child_process'

export type DirectoryGuard = { watch: (pid: number) => void; dismiss: () => void }

const script = [
  'pids=$(cat)',
  'for pid in $pids; do kill -s QUIT $pid; done',
  'for i in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 $pids || break; sleep 0.2; done',
  'for pid in $pids; do kill -s KILL $pid; done',
  'rm -rf "$1" || { sleep 1; rm -rf "$1"; }',
].join('\n')

/**
 * Ends the servers that a test started, and removes their directory, when this process dies in whatever way: a
 * small shell waits for the end of a pipe that only we hold open. It lives in a session of its own, out of reach
 * of signals to our group.
 */
export function guardDirectory(directory: string): DirectoryGuard {
  const guard = spawn('/bin/sh', ['-c', script, 'sh', directory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return {
    watch: (pid) => void guard.stdin.write(`${pid}\n`),
    dismiss: () => void guard.kill('SIGKILL'),
  }
}
