import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded into a process before its own code. Writes the URL of each module of OpenTelemetry that it loads to the file
 * that `NOTED_MODULES` names, and first the program. A bundle has all of OpenTelemetry in the file of `open-tracing.ts`.
 */
const path = process.env.NOTED_MODULES
if (path !== undefined) {
  appendFileSync(path, `${process.argv[1]}\n`)
  registerHooks({
    load: (url, context, nextLoad) => {
      if (/@opentelemetry|open-tracing/.test(url)) appendFileSync(path, `${url}\n`)
      return nextLoad(url, context)
    },
  })
}
