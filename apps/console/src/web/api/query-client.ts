import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnauthorized } from './api-error.ts'

/** `onLoggedOut` is called when the server no longer knows the session. */
export function createQueryClient(onLoggedOut: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.opensToStrangers === true) return
        if (isUnauthorized(error)) onLoggedOut()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) void readSession(client)
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  return client
}

/** A write was refused, which says nothing of who is logged in instead. */
function readSession(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['GET /console/api/session'] })
}
