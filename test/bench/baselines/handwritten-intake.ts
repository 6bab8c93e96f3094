import express from 'express'
import { openQueue, storesFrom } from './open-bullmq.ts'
import { serve } from './serve.ts'
import { isSigned } from './verify-signature.ts'

// An intake as people write it by hand: Express, the raw body, the signature, and one awaited job for each request. The
// job has the event's id, so a repeated delivery is one job for as long as that job is known.

const secret = process.env.SECRET ?? ''
const orgId = process.env.ORG_ID ?? ''
const queue = openQueue(storesFrom(process.env))
const app = express()
app.disable('x-powered-by')

app.post(
  '/hooks/:sourceId',
  express.raw({ type: 'application/json', limit: '1mb' }),
  async (request, response) => {
    const body: Buffer = request.body
    if (!isSigned(request.headers['x-service-signature'], body, secret)) {
      response.status(401).json({ error: { code: 'signature_invalid' } })
      return
    }
    const event = JSON.parse(body.toString('utf8'))
    const { sourceId } = request.params
    const job = await queue.add('apply', { sourceId, orgId, event }, { jobId: event.id })
    response.status(202).json({ status: 'accepted', deliveryId: job.id, eventId: event.id })
  },
)

await queue.waitUntilReady()
serve(app)
