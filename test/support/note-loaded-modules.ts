import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded into a process before its own code. Writes the URL of each module that it loads, of those that
 * `NOTED_PATTERN` matches, to the file that `NOTED_MODULES` names, and first the program. By default these are modules of
 * OpenTelemetry, all of which a bundle has in the file of `open-tracing.ts`.
 */
const path = process.env.NOTED_MODULES
const pattern = new RegExp(process.env.NOTED_PATTERN ?? '@opentelemetry|open-tracing')
if (path !== undefined) {
  appendFileSync(path, `${process.argv[1]}\n`)
  registerHooks({
    load: (url, context, nextLoad) => {
      if (pattern.test(url)) appendFileSync(path, `${url}\n`)
      return nextLoad(url, context)
    },
  })
}
