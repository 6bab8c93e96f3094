import { randomUUID } from 'node:crypto'
import express from 'express'
import { serve } from './serve.ts'
import { isSigned } from './verify-signature.ts'

// One bare route of Express, which verifies and parses each delivery and stores nothing: the ceiling for any intake on Express
// with these answers. `ceiling-intake.ts` is the physical one.

const secret = process.env.SECRET ?? ''
const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.set('query parser', false)

app.post('/hooks/:sourceId', (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    if (!isSigned(request.headers['x-service-signature'], body, secret)) {
      answer(401, { error: { code: 'signature_invalid' } })
      return
    }
    const event = JSON.parse(body.toString('utf8'))
    answer(202, { status: 'accepted', deliveryId: `dlv_${randomUUID()}`, eventId: event.id })
  })
  const answer = (status: number, document: object): void => {
    const bytes = Buffer.from(JSON.stringify(document))
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
    response.end(bytes)
  }
})

serve(app)
