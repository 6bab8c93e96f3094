import { defineConfig } from 'vitest/config'
import everyday from './vitest.config.ts'

/** What breaks stores and processes on purpose: `npm run faults`. A file at a time, since each loads the machine. */
export default defineConfig({
  ...everyday,
  test: {
    ...everyday.test,
    include: ['apps/*/src/**/*.faults.test.ts', 'test/faults/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
  },
})
