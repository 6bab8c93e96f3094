export const postgresKey = 'signalpostPostgres'

declare module 'vitest' {
  interface ProvidedContext {
    [postgresKey]: { superuserUrl: string; url: string }
  }
}
