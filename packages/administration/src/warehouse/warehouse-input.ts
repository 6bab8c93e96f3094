import { z } from 'zod'

export const intervalMsSchema = z.number().int().min(1_000).max(3_600_000)
