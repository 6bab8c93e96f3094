import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Figure } from './define-figure.ts'
import { figures } from './figures/index.ts'
import { generatorName } from './load/saturate.ts'
import { describeResults, describeResultsAsMarkdown, type Machine } from './results/describe-results.ts'
import { drawChart } from './results/draw-chart.ts'
import { type FigureResult, runFigure } from './run-figure.ts'
import { createStage } from './stage/stage.ts'

const usage = `usage: npm run bench -- [name …] [--rounds N] [--size N] [--quick] [--long] [--markdown] [--list] [--other DIR]
Measures the product against its own limits and against what people write by hand, in turns. Exits 1 when a figure
misses its gate. Writes bench-results.json and bench-results.svg. The name gates measures the gates of speed on both backends,
in five rounds of a quarter of the work: about ten minutes on a quiet machine, 16 with --other.
  --rounds N  how often to measure each (3; gates 5)
  --size N    how many signals to store (assistants: 1000000)
  --quick     do a small part of the work, to see that it runs; the figures mean little
  --long      include the slow figures
  --markdown  print the results as Markdown
  --other DIR also measure another copy of the product, in turns with this one (gates, profile)
  --list      list the figures
`

const root = join(import.meta.dirname, '../..')
const roundsDefault = 3
const gates = 'gates'
const gateRoundsDefault = 5
const megabyte = 1024 * 1024

const options = readOptions()
if (options.list) {
  for (const { name, title, isLong, isGate } of figures)
    stdout.write(`${name}: ${title}${isLong ? ' (--long)' : ''}${isGate ? ' (gates)' : ''}\n`)
  exit(0)
}
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopped.signal.aborted) exit(130)
    stopped.abort()
  })
}
const startedAt = new Date()
const results: FigureResult[] = []
const failed: string[] = []
for (const figure of options.figures) {
  if (!stopped.signal.aborted) await measure(figure)
}
if (stopped.signal.aborted) exit(130)
report()
const judgements = results.flatMap((result) => result.judgements)
exit(failed.length > 0 || judgements.some(({ verdict }) => verdict === 'missed') ? 1 : 0)

async function measure(figure: Figure): Promise<void> {
  const tell = (what: string): void => void stderr.write(`${figure.name}: ${what}\n`)
  const stage = createStage({
    isQuick: options.quick,
    isShort: options.isShort,
    otherRoot: options.other,
    size: options.size,
    tell,
  })
  const stop = new Promise<never>((_resolve, reject) => {
    stopped.signal.addEventListener('abort', () => reject(new Error('The bench was stopped.')))
  })
  try {
    const running = runFigure(figure, { stage, rounds: options.rounds })
    // After a stop, work in progress fails because its servers are gone.
    running.catch(() => undefined)
    const result = await Promise.race([running, stop])
    results.push(result)
    if (!options.markdown) stdout.write(`${describeResults([result])}\n`)
  } catch (error) {
    if (stopped.signal.aborted) return
    failed.push(figure.name)
    stderr.write(`${figure.name}: ${error instanceof Error ? error.stack : String(error)}\n`)
  } finally {
    await stage.end()
  }
}

function report(): void {
  const machine = describeMachine()
  const document = { startedAt, machine, options: { ...options, figures: undefined }, results, failed }
  writeFileSync(join(root, 'bench-results.json'), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(join(root, 'bench-results.svg'), drawChart(results.flatMap((result) => result.judgements)))
  if (options.markdown) {
    stdout.write(describeResultsAsMarkdown(results, { machine, date: startedAt.toISOString().slice(0, 10) }))
  }
  for (const name of failed) stderr.write(`${name} could not be measured.\n`)
}

function describeMachine(): Machine {
  const [core] = cpus()
  const gibibytes = Math.round(totalmem() / megabyte / 1024)
  return {
    kind: `${cpus().length} cores of ${core?.model.trim() ?? 'an unknown kind'}, ${gibibytes} GiB`,
    software: `Node ${process.versions.node}, load by ${generatorName()}`,
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(2),
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        size: { type: 'string' },
        quick: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        other: { type: 'string' },
      },
    })
    const isShort = positionals.includes(gates)
    const unknown = positionals.filter((name) => name !== gates && figures.every((one) => one.name !== name))
    const rounds = values.rounds ?? String(isShort ? gateRoundsDefault : roundsDefault)
    if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}; see --list.`)
    if (!/^[1-9]\d?$/.test(rounds)) throw new Error('--rounds takes a whole number from 1 to 99')
    const { size } = values
    if (size !== undefined && !/^[1-9]\d{0,8}$/.test(size))
      throw new Error('--size takes a whole number from 1')
    const isWanted = ({ name, isLong = false, isGate = false }: Figure): boolean => {
      if (positionals.length === 0) return values.long || !isLong
      return positionals.includes(name) || (isShort && isGate)
    }
    const wanted = { rounds: Number(rounds), size: size === undefined ? undefined : Number(size) }
    return { ...values, ...wanted, isShort, figures: figures.filter(isWanted) }
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return exit(2)
  }
}
