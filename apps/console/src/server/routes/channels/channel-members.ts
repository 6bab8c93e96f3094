import { z } from 'zod'

const text = z.string().max(2_000)

/** Settings or secrets by member, as a form gives them. The kind judges their values. */
export const channelMembers = z.record(z.string().max(100), z.union([text, z.array(text).max(100)]))

/** Secrets by member. */
export const secretMembers = z.record(z.string().max(100), text)
