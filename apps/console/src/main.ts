import { runProcess } from '@signalpost/runtime'
import { readConsoleConfig, readDataDir } from './config.ts'
import { startConsole } from './console.ts'
import { buildOnly } from './server/build/build-only.ts'

if (process.argv.includes('--build-only')) {
  await buildOnly(() => readDataDir(process.env))
} else {
  await runProcess({ name: 'console', configure: () => readConsoleConfig(process.env), start: startConsole })
}
