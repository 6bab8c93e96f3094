import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishBundle } from './publish-bundle.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const [home = join(root, 'infra/bundle/dist')] = process.argv.slice(2)

try {
  await publishBundle({ root, home })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
