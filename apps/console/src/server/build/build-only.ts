import { ConfigError, StartError } from '@signalpost/runtime'
import { buildWeb } from './build-web.ts'

/** Builds the pages and sets the exit code: 0 built, 1 failed, 2 wrong configuration. */
export async function buildOnly(configure: () => string): Promise<void> {
  try {
    await buildWeb({ dataDir: configure() })
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error
    process.stderr.write(`${error instanceof ConfigError ? error.lines.join('\n') : error.message}\n`)
    process.exitCode = error instanceof ConfigError ? 2 : 1
  }
}
