import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeFile, type Replacement } from '../../support/product/change-file.ts'

export type RepositoryCopy = {
  root: string
  /** Replaces texts in a file; each old text occurs in it once. */
  change: (file: string, changes: readonly Replacement[]) => void
  remove: () => void
}

const original = join(import.meta.dirname, '../../..')

/** Copies the files of the repository, without its history, to a directory where they can be changed and tested. */
export function copyRepository(): RepositoryCopy {
  const root = mkdtempSync(join(tmpdir(), 'signalpost-repository-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: original, encoding: 'utf8' }).split('\0')
  // The packages' links to each other are relative, so within the copy they lead to the copy.
  const links = globSync('{apps,infra,packages}/*/node_modules', { cwd: original })
  for (const path of [...files, ...links, 'test/node_modules']) {
    if (path === '' || !existsSync(join(original, path))) continue
    cpSync(join(original, path), join(root, path), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(original, 'node_modules'), join(root, 'node_modules'))
  // Some tests ask git which files there are.
  execFileSync('git', ['init', '--quiet', root])
  return {
    root,
    change: (file, changes) => changeFile(root, file, changes),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
