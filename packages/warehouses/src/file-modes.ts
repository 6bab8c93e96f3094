import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SettingOption } from '@signalpost/domain'
import { z } from 'zod'

/** Modes of the files and directories that a warehouse creates. Existing directories keep theirs. */
export type FileModes = { file: number; directory: number }

type Readers = 'owner' | 'group'

/** The setting for kinds that write to a file system. */
export const readableBy = z
  .custom<Readers>((value) => value === 'owner' || value === 'group', {
    error: 'expected owner or group',
    // So a union reports this fault, not that no member matches.
    abort: false,
  })
  .default('owner')

export const readableByOption: SettingOption = {
  placeholder: '<owner|group>',
  choices: ['owner', 'group'],
  isOfFiles: true,
  description: "who may read the files it creates: the worker's account (default), or its group too",
}

const modes: Record<Readers, FileModes> = {
  owner: { file: 0o600, directory: 0o700 },
  group: { file: 0o640, directory: 0o750 },
}

export function modesFor(readers: Readers): FileModes {
  return modes[readers]
}

/** Creates a directory and its missing parents, all with the same mode. */
export async function createDirectory(path: string, mode: number): Promise<void> {
  if (await isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) await createDirectory(parent, mode)
  try {
    await mkdir(path, { mode })
  } catch (cause) {
    // Another sync may be first.
    if (await isDirectory(path)) return
    throw cause
  }
  await setMode(path, mode)
}

/** Sets the permission bits regardless of the umask, and keeps a set-group-id bit. */
export async function setMode(path: string, mode: number): Promise<void> {
  const { mode: found } = await stat(path)
  if ((found & 0o777) !== mode) await chmod(path, (found & 0o7000) | mode)
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
