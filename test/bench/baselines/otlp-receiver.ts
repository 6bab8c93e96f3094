import { serve } from './serve.ts'

/** Takes spans by OTLP over HTTP, reads all of each request, and keeps nothing. */
serve((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
