import { format } from 'node:util'
import type { Logger } from './create-logger.ts'

/** Turns what libraries print to the console, and the warnings of Node, into lines of the log. */
export function logPrinted(logger: Logger): void {
  const printed =
    (level: 'info' | 'warn') =>
    (...parts: unknown[]): void =>
      logger[level]({ text: format(...parts) }, 'process.printed')
  Object.assign(console, { log: printed('info'), info: printed('info'), debug: printed('info') })
  Object.assign(console, { warn: printed('warn'), error: printed('warn') })
  // Node's own listener prints them as text.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => logger.warn({ err: warning }, 'process.warning'))
}
