import { randomUUID } from 'node:crypto'
import { methodNotAllowed } from '@signalpost/runtime'
import { Router } from 'express'
import type { Route } from '../face/define-routes.ts'
import { referenceRoutes } from './reference/reference-routes.ts'

type Described = { routes: readonly Route[]; publicUrl: string | undefined }
type Docs = { json: Buffer; html: string }

/** Serves `/openapi.json`, and `/docs`, which displays it, to everyone. */
export function docsRoutes(described: Described): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const onlyGet = methodNotAllowed(['GET', 'HEAD'])
  // Nothing in the document can be it.
  const nonceMark = randomUUID()
  let docs: Docs | undefined
  // At the first request: most processes are never asked, and it takes time and memory.
  const loadDocs = async (): Promise<Docs> => {
    docs ??= await makeDocs(described, nonceMark)
    return docs
  }
  router
    .route('/openapi.json')
    .get(async (_request, response) => {
      const { json } = await loadDocs()
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': json.length,
        'x-content-type-options': 'nosniff',
      })
      response.end(json)
    })
    .all(onlyGet)
  router.use(referenceRoutes({ loadHtml: async () => (await loadDocs()).html, nonceMark }))
  return router
}

async function makeDocs(described: Described, nonceMark: string): Promise<Docs> {
  const [{ describeApi }, { renderDocs }] = await Promise.all([
    import('./describe-api.ts'),
    import('./render-docs.ts'),
  ])
  const document = describeApi(described)
  return { json: Buffer.from(JSON.stringify(document)), html: renderDocs(document, { nonceMark }) }
}
