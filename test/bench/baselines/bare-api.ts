import { type SignalRegisters, type SignalState, signalFrom } from '@signalpost/domain'
import express from 'express'
import { Pool } from 'pg'
import { serve } from './serve.ts'

// Express with one handler, the product's own query, prepared, and the product's document as answer. No key, no limit, no log, no
// deadline.

const orgId = process.env.ORG_ID ?? ''
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()
app.disable('x-powered-by')

app.get('/v1/results/:id', async (request, response) => {
  const { rows } = await pool.query<{ id: string; state: SignalState; registers: SignalRegisters | null }>({
    // Prepared, as planning it takes longer than running it.
    name: 'read-signal',
    text: `
      select s.signal_id as id, s.state, r.state as registers
      from signals s
      left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id
      where s.org_id = $1 and s.signal_id = $2`,
    values: [orgId, request.params.id],
  })
  const [row] = rows
  if (row === undefined) response.status(404).json({ error: { code: 'not_found' } })
  else response.json(signalFrom({ orgId, id: row.id, state: row.state }, row.registers ?? undefined))
})

serve(app)
