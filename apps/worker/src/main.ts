import { runProcess } from '@signalpost/runtime'
import { readWorkerConfig } from './config.ts'
import { startWorker } from './worker.ts'

await runProcess({ name: 'worker', configure: () => readWorkerConfig(process.env), start: startWorker })
