import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../../..')

/** The commit that each released version is. */
const releases = { '0.1.0': 'ccab845712f7157e2e2a4646bcfaa727a51d2b89' }

export type Release = {
  root: string
  /** Runs its `./signalpost` with these words and `--json`. Returns what it printed. */
  run: (environment: Record<string, string>, words: readonly string[]) => Promise<unknown>
  remove: () => void
}

/** Takes a released version out of this repository's history, and lets it install what it needs. */
export async function checkOutRelease(version: keyof typeof releases): Promise<Release> {
  const root = mkdtempSync(join(tmpdir(), 'signalpost-release-'))
  const remove = (): void => rmSync(root, { recursive: true, force: true })
  try {
    const archive = join(root, 'release.tar')
    const git = ['-c', `safe.directory=${repository}`, '-C', repository]
    await run('git', [...git, 'archive', '-o', archive, releases[version]]).catch((cause: unknown) => {
      const remedy = 'Run git fetch --unshallow.'
      throw new Error(`The history of this clone does not have version ${version}. ${remedy}`, { cause })
    })
    await run('tar', ['-xf', archive, '-C', root])
    await run(process.execPath, [join(root, 'infra/bootstrap.mjs'), 'cli', '--version'], { cwd: root })
  } catch (error) {
    remove()
    throw error
  }
  return {
    root,
    run: async (environment, words) => {
      const { stdout } = await run(
        process.execPath,
        [join(root, 'apps/cli/src/main.ts'), ...words, '--json'],
        { env: { PATH: process.env.PATH ?? '', ...environment } },
      )
      return JSON.parse(stdout)
    },
    remove,
  }
}
