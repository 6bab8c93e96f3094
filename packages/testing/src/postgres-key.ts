export const postgresKey = 'signalpostPostgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent in the pure tests. */
    [postgresKey]: undefined | { superuserUrl: string; url: string }
  }
}
