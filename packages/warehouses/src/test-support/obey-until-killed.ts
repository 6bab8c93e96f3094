import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { warehouseKinds } from '../index.ts'
import type { DoomedCommit } from './commit-until-killed.ts'

// Writes one batch and kills itself on the way: `node obey-until-killed.ts FILE`.

const die = () => process.kill(process.pid, 'SIGKILL')

const [file = ''] = process.argv.slice(2)
const { kind, at, batch, ...options }: DoomedCommit = JSON.parse(readFileSync(file, 'utf8'))
const target = await warehouseKinds
  .find((known) => known.kind === kind)
  ?.open({ ...options, bounds: undefined })
if (target === undefined) throw new Error(`there is no kind ${kind}`)
if (at === 'sync.spooled') die()
await target.prepare(batch.table)
const whole = { ...batch, from: BigInt(batch.from), to: BigInt(batch.to) }
subscribe('signalpost:sync.merged', () => {
  if (at === 'sync.merged') die()
})
await target.stage(whole)
if (at === 'sync.staged') die()
await target.commit(whole)
die()
