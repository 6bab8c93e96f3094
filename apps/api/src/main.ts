import { runProcess } from '@signalpost/runtime'
import { startApi } from './api.ts'
import { readApiConfig } from './config.ts'

await runProcess({ name: 'api', configure: () => readApiConfig(process.env), start: startApi })
