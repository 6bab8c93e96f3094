import { rigStarters } from './test-support/rigs/index.ts'
import { testConformance } from './test-support/test-conformance.ts'

await testConformance(rigStarters.filter(({ kind }) => kind === 'parquet'))
