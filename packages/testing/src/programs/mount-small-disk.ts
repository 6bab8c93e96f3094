import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  path: string
  /** Leaves no byte of space. */
  fill: () => void
  /** Gives the space back that `fill` took. */
  free: () => void
  unmount: () => void
}

/** Whether this process may mount: only as root, and not in every container. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const script = 'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"'
  return spawnSync('/bin/sh', ['-c', script], { stdio: 'ignore' }).status === 0
}

/** Mounts a disk in memory of a size such as `192m`. */
export function mountSmallDisk(size: string): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'signalpost-disk-'))
  const ballast = join(path, 'ballast')
  run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  // A server's own account must be able to pass.
  chmodSync(path, 0o711)
  return {
    path,
    fill: () => {
      const file = openSync(ballast, 'w')
      try {
        fillFile(file)
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
    unmount: () => {
      run('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function fillFile(file: number): void {
  for (let bytes = 1024 * 1024; bytes >= 512; bytes /= 2) {
    const chunk = Buffer.alloc(bytes)
    try {
      while (writeSync(file, chunk) === bytes);
    } catch (error) {
      // The cast: fs throws nothing else.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

function run(command: string, parameters: string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
