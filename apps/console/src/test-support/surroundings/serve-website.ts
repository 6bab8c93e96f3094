import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = `<!doctype html><html lang="en"><head><title>Acme CRM</title>
<meta name="description" content="Acme is a CRM for small sales teams."></head>
<body><h1>The CRM for small sales teams</h1>
<p>Acme CRM helps sales teams keep track of leads, deals and customers. Sales managers and founders use our sales
pipeline, lead scoring and email integration. Replace spreadsheets with a simple CRM that your sales team likes.</p>
<h2>Sales pipeline</h2><p>See every deal in your sales pipeline. Lead scoring shows sales managers what to do.</p>
<h2>Pricing</h2><p>Start a free trial of Acme CRM today. No credit card needed.</p></body></html>`

/** Serves the website of a company until the process ends. Returns its address. */
export async function serveWebsite(): Promise<string> {
  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isPage ? page : 'There is no such page.')
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
