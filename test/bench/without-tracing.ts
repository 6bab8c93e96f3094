import { registerHooks } from 'node:module'

// Loaded into a process of the product by --import: cuts tracing out of the code of intake and worker, to be the base of
// what tracing costs while it is off. Throws where a cut no longer fits the code.

const cuts: { file: string; pattern: RegExp; instead: string }[] = [
  {
    file: '/apps/intake/src/receive/receive-delivery.ts',
    pattern: /startRequestSpan\(dependencies\.tracer, \{[\s\S]*?\n {6}\}\)/,
    instead: 'undefined',
  },
  {
    file: '/apps/intake/src/receive/receive-delivery.ts',
    pattern:
      /await traceStoring\(dependencies\.tracer, span, \(\) =>\s*gatherer\.gather\(received, startedAtMs\),?\s*\)/,
    instead: 'await gatherer.gather(received, startedAtMs)',
  },
  {
    file: '/apps/worker/src/jobs/apply-deliveries.ts',
    pattern: /traces = tracer && \(await traceDeliveries\([^\n]*\)\)\n/,
    instead: '\n',
  },
  {
    file: '/apps/worker/src/jobs/apply-deliveries.ts',
    pattern: /traces\?\.end\([^\n]*\)\n/,
    instead: '\n',
  },
]

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const fitting = cuts.filter(({ file }) => url.endsWith(file))
    if (fitting.length === 0) return loaded
    const source = fitting.reduce((text, { file, pattern, instead }) => {
      if (!pattern.test(text)) throw new Error(`the cut ${pattern} no longer fits ${file}`)
      return text.replace(pattern, instead)
    }, textOf(loaded.source))
    return { ...loaded, source }
  },
})

function textOf(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
}
