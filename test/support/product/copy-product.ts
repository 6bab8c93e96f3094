import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeFile, type Replacement } from './change-file.ts'

export type ProductCopy = {
  root: string
  /** Replaces texts in a file; each old text occurs in it once. */
  change: (file: string, changes: readonly Replacement[]) => void
  write: (file: string, text: string) => void
  remove: () => void
}

const original = join(import.meta.dirname, '../../..')

/** Copies the product's code to a directory where it can be changed and run. */
export function copyProduct(): ProductCopy {
  const root = mkdtempSync(join(tmpdir(), 'signalpost-copy-'))
  // The packages' links to each other are relative, so within the copy they lead to the copy.
  for (const part of ['apps', 'packages', 'infra', 'package.json']) {
    cpSync(join(original, part), join(root, part), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(original, 'node_modules'), join(root, 'node_modules'))
  return {
    root,
    change: (file, changes) => changeFile(root, file, changes),
    write: (file, text) => writeFileSync(join(root, file), text, { flag: 'wx' }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
