import { defineConfig } from 'vitest/config'
import everyday from './vitest.config.ts'

/** What syncs take too long to prove every day: `npm run warehouses`. A file at a time, since each loads the machine. */
export default defineConfig({
  ...everyday,
  test: {
    ...everyday.test,
    include: ['{apps,packages}/*/src/**/*.heavy.test.ts', 'test/warehouses/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
