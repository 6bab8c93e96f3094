import { runProcess } from '@signalpost/runtime'
import { readSearcherConfig } from './config.ts'
import { startSearcher } from './searcher.ts'

await runProcess({
  name: 'searcher',
  configure: () => readSearcherConfig(process.env),
  start: startSearcher,
})
