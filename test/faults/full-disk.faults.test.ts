import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOwnPostgres, waitUntil } from '@signalpost/testing'
import { test } from 'vitest'
import { expectSound } from '../support/expect-sound.ts'
import { startHarness } from '../support/product/start-harness.ts'
import { underLoad } from '../support/sending/under-load.ts'
import { whenResumed } from '../support/when-resumed.ts'

const timeoutMs = 180_000
const diskSize = '192m'

test.skipIf(!canMount())(
  'a full disk is a clear 503 (tested as root, on a small tmpfs), and all work continues once there is space again',
  async ({ onTestFinished }) => {
    const disk = mountSmallDisk()
    onTestFinished(disk.unmount)
    const postgres = await startOwnPostgres({ parent: disk.path })
    onTestFinished(postgres.remove)
    const harness = await startHarness({ backend: 'postgres', databaseUrl: postgres.url })
    onTestFinished(harness.stop)
    const { statuses } = harness.sender.totals
    await underLoad(harness, async () => {
      await waitUntil('the load runs', () => (statuses[202] ?? 0) > 20)
      disk.fill()
      await waitUntil('the intake reports the full disk', () => (statuses[503] ?? 0) > 20)
      disk.free()
      if (!postgres.isRunning()) await postgres.start()
      await whenResumed(harness)
    })
    await expectSound(harness)
  },
  timeoutMs,
)

function mountSmallDisk() {
  const path = mkdtempSync(join(tmpdir(), 'signalpost-disk-'))
  const ballast = join(path, 'ballast')
  run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', path])
  // The server's own account must be able to pass.
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

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const script = 'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"'
  return spawnSync('/bin/sh', ['-c', script], { stdio: 'ignore' }).status === 0
}
