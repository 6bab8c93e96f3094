import { runProcess } from '@signalpost/runtime'
import { readIntakeConfig } from './config.ts'
import { startIntake } from './intake.ts'

await runProcess({ name: 'intake', configure: () => readIntakeConfig(process.env), start: startIntake })
