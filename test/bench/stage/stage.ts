import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RedisServer, redisAvailable, startRedis } from '@signalpost/testing'
import { type Product, type ProductOptions, startProduct } from '../../support/product/start-product.ts'
import { type Baseline, type BaselineName, startBaseline } from './start-baseline.ts'
import { type BenchPostgres, startBenchPostgres } from './start-bench-postgres.ts'

/** Where one figure runs. Everything that it starts ends with it. */
export type Stage = {
  /** A small part of the work, for a first look. */
  isQuick: boolean
  /** A quarter of the work, for a table within a quarter of an hour. */
  isShort: boolean
  /** How many records a figure stores, where it says so and this is asked for. */
  size: number | undefined
  /** True for the readings that are discarded. */
  isWarmingUp: boolean
  /** Whether this machine has a Redis server. */
  hasRedis: boolean
  /** Returns how long to load, or how much to do: `full`, or less in a quick run and for warming up. */
  scaled: (full: number, quick: number) => number
  /**
   * Returns how many seconds to load a server to saturation: a part of 4, or enough for V8 to optimise it when warming
   * up, which takes some 50,000 requests.
   */
  saturationSeconds: () => number
  tell: (what: string) => void
  /** The root of another copy of the product, measured in turns with this one. */
  otherRoot: string | undefined
  /** Commits are on disk before they are answered, as in production. */
  startPostgres: (options?: { countsStatements?: boolean }) => Promise<BenchPostgres>
  /** Every write is on disk before it is answered. */
  startRedis: () => Promise<RedisServer>
  startProduct: (options: ProductOptions) => Promise<Product>
  startBaseline: (name: BaselineName, env?: Record<string, string>) => Promise<Baseline>
  /** Creates a directory that is removed with the stage. */
  createDirectory: () => string
  /** Registers a function to call when the stage ends; the latest runs first. */
  onEnd: (close: () => Promise<void> | void) => void
  end: () => Promise<void>
}

const warmUpShare = 0.3
const warmUpSeconds = 7
const shortShare = 0.25

export function createStage({
  isQuick,
  isShort = false,
  otherRoot,
  size,
  tell,
}: Pick<Stage, 'isQuick' | 'tell'> & Partial<Pick<Stage, 'isShort' | 'otherRoot' | 'size'>>): Stage {
  const endings: (() => Promise<void> | void)[] = []
  let isEnded = false
  const onEnd: Stage['onEnd'] = (close) => void endings.push(close)
  // Ends things that were still starting when the stage ended.
  const own = async <Thing>(starting: Promise<Thing>, close: (thing: Thing) => Promise<void>) => {
    const thing = await starting
    if (isEnded) {
      await close(thing)
      throw new Error('The bench was stopped.')
    }
    onEnd(() => close(thing))
    return thing
  }

  const stage: Stage = {
    isQuick,
    isShort,
    otherRoot,
    size,
    isWarmingUp: false,
    hasRedis: redisAvailable(),
    scaled: (full, quick) => {
      if (isQuick) return quick
      return full * (isShort ? shortShare : 1) * (stage.isWarmingUp ? warmUpShare : 1)
    },
    saturationSeconds: () => (stage.isWarmingUp && !isQuick ? warmUpSeconds : Math.ceil(stage.scaled(4, 2))),
    tell,
    startPostgres: (options) => own(startBenchPostgres(options), (postgres) => postgres.remove()),
    startRedis: () => own(startRedis({ settings: durableRedis }), (redis) => redis.stop()),
    startProduct: (options) =>
      own(startProduct({ ...options, isInstrumented: false }), (product) => product.stop()),
    startBaseline: (name, env = {}) => own(startBaseline(name, env), (baseline) => baseline.stop()),
    createDirectory: () => {
      const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
      onEnd(() => rmSync(directory, { recursive: true, force: true }))
      return directory
    },
    onEnd,
    end: async () => {
      isEnded = true
      for (let close = endings.pop(); close !== undefined; close = endings.pop()) await close()
    },
  }
  return stage
}

// A rewrite of the log would affect only some of the measurements.
const durableRedis = { appendfsync: 'always', 'auto-aof-rewrite-percentage': '0' }
