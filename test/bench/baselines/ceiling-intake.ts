import { randomUUID } from 'node:crypto'
import { serve } from './serve.ts'
import { isSigned } from './verify-signature.ts'

// Node's own HTTP server, which verifies and parses each delivery and stores nothing: the ceiling for any intake with
// these answers.

const secret = process.env.SECRET ?? ''

serve((request, response) => {
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
